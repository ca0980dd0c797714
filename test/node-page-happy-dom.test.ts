// @vitest-environment happy-dom
import { pageTests } from './node-page.ts'

pageTests('happy-dom')
