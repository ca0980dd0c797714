/** A global of a page whose requests a test answers. */
export const answeredByTest = '__postsUnderstudyTest'
