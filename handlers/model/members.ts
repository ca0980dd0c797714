type Defined<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> }

/**
 * The members that are not undefined: an optional member is missing rather than undefined.
 *
 * @example { runs: 400, ...defined({ seed: undefined, path: '3:1:0' }) } // { runs: 400, path: '3:1:0' }
 */
export function defined<const Members extends object>(members: Members): Defined<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, member]) => member !== undefined),
  ) as Defined<Members>
}
