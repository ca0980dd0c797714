// @vitest-environment happy-dom
import { pageTests } from '../../support/node-page.ts'

pageTests('happy-dom')
