// The README's simple example, with the router mounted on another endpoint.
const jsonServer = require('json-server')
const server = jsonServer.create()
const router = jsonServer.router('db.json')
const middlewares = jsonServer.defaults()

server.use(middlewares)
server.use('/v1', router)
server.listen(Number(process.env.PORT), '127.0.0.1')
