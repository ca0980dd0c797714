import './supported-node.ts'

export * from './index.browser.ts'
