import './supported-node.ts'

export * from './mock/public.ts'
