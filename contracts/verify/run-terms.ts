/** Who is to blame while posts come. */
export const standing = {
  target: undefined,
  forTarget: 'create.adds',
  forOthers: 'others.untouched',
  forStrays: 'create.adds',
} as const

/** Contents that are longer do not stay, in characters. */
export const longest = 3000
/** Who is to blame while the last posts go. */
export const leaving = { ...standing, forTarget: 'delete.removes', forStrays: 'delete.removes' } as const
/** A delete with nothing special about it. */
export const deletingOne = {
  key: 'delete/only',
  operation: 'delete',
  permits: 'success',
  request: { method: 'DELETE', path: '/posts/${id}' },
} as const

/** Statuses by which a service, or what stands before it, lets nobody in, or not this client, or not now. */
export const barred: readonly number[] = [401, 403, 407, 429, 502, 503, 504]
