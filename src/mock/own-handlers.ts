import type { HttpHandler } from 'msw/http'
import type { OwnHandlers, World } from '../../handlers/world/world.ts'
import { createWorldHandle, type WorldHandle } from './world-handle.ts'

type Handlers = readonly HttpHandler[]

/** MSW's HTTP handlers, or a function that makes them from a world (`({ posts }) => [...]`), once for each. */
export type HandlersOption = Handlers | ((world: WorldHandle) => Handlers | Promise<Handlers>)

/** The handlers of each world; a function of the user is called once for each. */
export function handlersByWorld(given: HandlersOption): OwnHandlers['of'] {
  if (typeof given !== 'function') return () => given
  const made = new WeakMap<World, Handlers | Promise<Handlers>>()
  return (world) => {
    const handlers = made.get(world) ?? given(createWorldHandle(world))
    made.set(world, handlers)
    return handlers
  }
}
