/** Whether every case is run: with UNDERSTUDY_FULL=1. Otherwise tests of many cases take a sample. */
export const isFull = process.env.UNDERSTUDY_FULL === '1'

/** All cases in a full run, otherwise those at these places. */
export function sampled<Case>(all: readonly Case[], ...places: readonly number[]): Case[] {
  return all.filter((_case, at) => isFull || places.includes(at))
}
