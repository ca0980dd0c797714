// @vitest-environment jsdom
import { pageTests } from '../../support/node-page.ts'

pageTests('jsdom')
