/** Where the build puts the panel and the page: beside the built server, which is in `dist/` while the sources run. */
export const builtFolder = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/' : '../../',
  import.meta.url,
)

/** What to do where they are missing: only in a checkout can that be. */
export const buildStep = 'Run `npm run build:page` in the repository, and load this again.'
