// @vitest-environment happy-dom
import { pageTests } from './page-tests.ts'

pageTests('happy-dom')
