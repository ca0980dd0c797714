import { isFull } from '../full.ts'
import { panelInPage } from './panel-in-page.ts'
import { panelOnServer } from './panel-on-server.ts'

/** Both places where a panel drives a mock. */
export const stages = { 'a server': panelOnServer, 'a mock in the page': panelInPage }

/** One of them, as `control.test.ts` and `posts.browser.test.ts` hold that they are alike; both with UNDERSTUDY_FULL=1. */
export function stagesWith(one: keyof typeof stages) {
  const all = Object.entries(stages)
  return isFull ? all : all.filter(([name]) => name === one)
}
