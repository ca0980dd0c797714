import v8 from 'node:v8'

/**
 * Has V8 collect garbage often instead of letting it pile up: a run at a provider waits more than it computes, and a CI job has
 * little memory. Its heap grows by 50 % at a time instead of up to four times: a third less at a provider of 100,000 posts, measured on Node 24.
 * By 40 %, collecting takes a quarter of a run at 200,000 posts.
 */
export function keepHeapSmall(): void {
  v8.setFlagsFromString('--semi-space-growth-factor=1')
  v8.setFlagsFromString('--heap-growing-percent=50')
}
