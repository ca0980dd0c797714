// The integrated example of the README of @loopback/rest-crud, over the in-memory connector that `lb4 datasource`
// offers first; the model has the options of the Todo tutorial (title required).
const { inject } = require('@loopback/core')
const {
  defineCrudRepositoryClass,
  defineModelClass,
  Entity,
  juggler,
  ModelDefinition,
  RepositoryMixin,
} = require('@loopback/repository')
const { RestApplication } = require('@loopback/rest')
const { defineCrudRestController } = require('@loopback/rest-crud')

const Post = defineModelClass(
  Entity,
  new ModelDefinition('Post')
    .addProperty('id', { type: 'number', id: true, generated: true })
    .addProperty('title', { type: 'string', required: true })
    .addProperty('content', { type: 'string' }),
)

class PostApplication extends RepositoryMixin(RestApplication) {
  async boot() {
    this.dataSource(new juggler.DataSource({ name: 'db', connector: 'memory' }), 'db')

    const PostRepository = defineCrudRepositoryClass(Post)
    const repositoryBinding = this.repository(PostRepository)
    inject('datasources.db')(PostRepository, undefined, 0)

    const PostController = defineCrudRestController(Post, { basePath: '/posts' })
    inject(repositoryBinding.key)(PostController, undefined, 0)
    this.controller(PostController)
  }
}

async function main() {
  const app = new PostApplication({
    rest: { host: '127.0.0.1', port: Number(process.env.PORT), basePath: '/v1' },
  })
  await app.boot()
  await app.start()
}

void main()
