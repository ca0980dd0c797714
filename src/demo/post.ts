/** A post as this page has it: the id is text, as an int64 does not fit a number. */
export interface Post extends PostFields {
  readonly id: string
}

export interface PostFields {
  readonly title: string
  readonly content: string
}

/**
 * Reads JSON with every id as text, so that none is rounded: 9007199254740993 would be …992 as a number. Inside a string
 * a quotation mark has a backslash before it, so only fields are met.
 */
export function readWithIds(json: string): unknown {
  return JSON.parse(json.replace(/"id"\s*:\s*(-?\d+)/g, '"id":"$1"'))
}
