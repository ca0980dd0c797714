import type { Page } from '@playwright/test'
import { step } from '../../../behaviour/case.ts'
import { sendByPage } from '../../../behaviour/hosts/page.ts'

/** Lets a page send a request by `fetch`, which rejects as it does in the page. */
export function send(page: Page, method: string, url: string, body?: object) {
  return sendByPage(page, '', step(method, url, body && JSON.stringify(body)))
}
