/** Where a server has the control API. */
export const controlPath = '/_understudy'
