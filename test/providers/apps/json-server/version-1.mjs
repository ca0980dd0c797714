// json-server 1 has no option for a prefix, so its own app is mounted under one; the rest is its bin.js.
import { App } from '@tinyhttp/app'
import { NormalizedAdapter } from 'json-server/lib/adapters/normalized-adapter.js'
import { createApp } from 'json-server/lib/app.js'
import { Low } from 'lowdb'
import { JSONFile } from 'lowdb/node'

const database = new Low(new NormalizedAdapter(new JSONFile('db.json')), {})
await database.read()
new App().use('/v1', createApp(database)).listen(Number(process.env.PORT), undefined, '127.0.0.1')
