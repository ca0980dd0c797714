import { npmProvider } from './npm-provider.ts'

/** NestJS 11 with the controller that `@dataui/crud` makes (the living fork of `@nestjsx/crud`), over TypeORM. */
export const nest = npmProvider({
  name: 'nest',
  version: '5.3.4',
  about: 'NestJS: @Crud() of @dataui/crud with its TypeORM service over sql.js.',
  packages: {
    '@dataui/crud': '5.3.4',
    '@dataui/crud-typeorm': '5.3.4',
    '@nestjs/common': '11.2.10',
    '@nestjs/core': '11.2.10',
    '@nestjs/platform-express': '11.2.10',
    '@nestjs/swagger': '11.4.7',
    '@nestjs/typeorm': '11.0.3',
    'class-transformer': '0.5.1',
    'class-validator': '0.14.4',
    'reflect-metadata': '0.2.2',
    rxjs: '7.8.2',
    'sql.js': '1.16.0',
    tslib: '2.9.1',
    typeorm: '0.3.31',
  },
  args: () => ['main.cjs'],
})
