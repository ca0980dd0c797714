import { bombs } from './bombs.ts'
import { brokenHttp } from './broken-http.ts'
import { changing } from './changing.ts'
import { floods } from './floods.ts'
import type { HostileProvider } from './hostile-provider.ts'
import { stalls } from './stalls.ts'

/** Every hostile provider. */
export const allHostile: readonly HostileProvider[] = [
  ...floods,
  ...bombs,
  ...stalls,
  ...brokenHttp,
  ...changing,
]
