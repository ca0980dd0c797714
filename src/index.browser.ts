export * from './mock/public.ts'
