// @vitest-environment jsdom
import { pageTests } from './node-page.ts'

pageTests('jsdom')
