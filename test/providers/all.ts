import { djangoRest } from './django-rest.ts'
import { feathers } from './feathers.ts'
import { jsonServer } from './json-server.ts'
import { jsonServerOne } from './json-server-1.ts'
import { jsonServerModule } from './json-server-module.ts'
import { loopback } from './loopback.ts'
import { mockoon } from './mockoon.ts'
import { moleculer } from './moleculer.ts'
import { nest } from './nest.ts'
import { prism } from './prism.ts'
import type { RealProvider } from './provider.ts'
import { rails } from './rails.ts'
import { remult } from './remult.ts'
import { sails } from './sails.ts'

/** Every real provider; the first is the one that every test run starts. */
export const realProviders: readonly RealProvider[] = [
  jsonServer,
  jsonServerModule,
  jsonServerOne,
  mockoon,
  feathers,
  remult,
  loopback,
  sails,
  nest,
  djangoRest,
  rails,
  moleculer,
  prism,
]
