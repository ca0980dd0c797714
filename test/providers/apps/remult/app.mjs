// The README's entity and server; `describeClass` is the documented form without decorators.
import express from 'express'
import { describeClass, Entity, Fields } from 'remult'
import { remultApi } from 'remult/remult-express'

class Post {
  id = 0
  title = ''
  content = ''
}

describeClass(Post, Entity('posts', { allowApiCrud: true }), {
  id: Fields.autoIncrement(),
  title: Fields.string(),
  content: Fields.string(),
})

const app = express()
app.use(remultApi({ entities: [Post], rootPath: '/v1' }))
app.listen(Number(process.env.PORT), '127.0.0.1')
