import type { Call, PostInput } from './provider.ts'

/** Asks whether a request may change something. */
export function isWrite({ method }: Call): boolean {
  return method !== 'GET'
}

/** The id in the path of a request; 0 where there is none. */
export function idIn({ path }: Call): bigint {
  return BigInt(/-?\d+$/.exec(path)?.[0] ?? 0)
}

/** The id that a client put into a body. */
export function idSent({ fields }: PostInput): bigint | undefined {
  return typeof fields.id === 'bigint' ? fields.id : undefined
}
