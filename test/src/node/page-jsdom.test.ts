// @vitest-environment jsdom
import { pageTests } from './page-tests.ts'

pageTests('jsdom')
