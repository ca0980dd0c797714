// The Koa application of the Feathers guide with the in-memory service of its API reference.
import { feathers } from '@feathersjs/feathers'
import { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa'
import { MemoryService } from '@feathersjs/memory'

const app = koa(feathers())

app.use(errorHandler())
app.use(bodyParser())
app.configure(rest())
app.use('v1/posts', new MemoryService({}))

app.listen(Number(process.env.PORT), '127.0.0.1')
