// The Koa application of the Feathers guide with the in-memory service of its API reference. A hook takes away the id that a
// client sends: without it the service lets a create take the place of another post, which the document does not allow.
import { feathers } from '@feathersjs/feathers'
import { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa'
import { MemoryService } from '@feathersjs/memory'

const app = koa(feathers())

app.use(errorHandler())
app.use(bodyParser())
app.configure(rest())
app.use('v1/posts', new MemoryService({}))
app.service('v1/posts').hooks({
  before: {
    create: [
      async (context) => {
        const { id: _id, ...fields } = context.data
        context.data = fields
      },
    ],
  },
})

app.listen(Number(process.env.PORT), '127.0.0.1')
