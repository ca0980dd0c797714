// The usage example of moleculer-db behind the REST alias of moleculer-web.
const { ServiceBroker } = require('moleculer')
const DbService = require('moleculer-db')
const ApiService = require('moleculer-web')

const broker = new ServiceBroker({ logger: false })
broker.createService({ name: 'posts', mixins: [DbService] })
broker.createService({
  mixins: [ApiService],
  settings: {
    ip: '127.0.0.1',
    port: Number(process.env.PORT),
    routes: [{ path: '/v1', aliases: { 'REST posts': 'posts' }, bodyParsers: { json: true } }],
  },
})
broker.start()
