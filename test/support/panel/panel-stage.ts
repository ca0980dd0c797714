import type { Page } from '@playwright/test'
import type { Profile } from '../../../handlers/choices/profile.ts'
import { parseJson } from '../../../handlers/model/json.ts'
import type { Post } from '../../../handlers/model/post.ts'

/** A page with the panel in it, and the mock that the panel drives, wherever that is. */
export interface PanelStage extends AsyncDisposable {
  /** Sends a request as the page's own code does. */
  ask(method: string, path: string, body?: unknown): Promise<number>
  /** The posts of the mock, ids exact. */
  posts(): Promise<readonly Post[]>
  profile(): Promise<Profile>
}

/** Puts a page with the panel on. */
export type SetUpPanel = (page: Page, options?: { posts?: number }) => Promise<PanelStage>

/** What the pages of the tests have besides the panel. */
export const plainPage =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A page</title><body><main><h1>A page</h1><p>Its text.</p></main></body></html>'

/** Opens the panel, at one of its tabs. */
export async function openPanel(page: Page, tab?: string): Promise<void> {
  await page.evaluate(keepNotes)
  await page.getByRole('button', { name: /^Open the posts understudy/ }).click()
  if (tab !== undefined) await page.getByRole('tab', { name: tab }).click()
}

/** A note goes by itself after seven seconds, which may be too soon for a test on a busy machine. */
function keepNotes(): void {
  const { setTimeout } = globalThis
  const patient = (task: () => void, delay: number) => setTimeout(task, delay === 7000 ? 3_600_000 : delay)
  Object.assign(globalThis, { setTimeout: patient })
}

/** The titles of the posts as the panel lists them. */
export async function listedTitles(page: Page): Promise<string[]> {
  return await page.locator('understudy-posts .title').allTextContents()
}

/** Reads a JSON text that a page gave. */
export function readPosts(json: string): readonly Post[] {
  return parseJson(json) as unknown as Post[]
}

/** What has the focus, through all shadow trees: its label, or its text. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    let { activeElement: element } = document
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element?.ariaLabel ?? (element as HTMLElement | null)?.innerText.replace(/\s+/g, ' ') ?? ''
  })
}
