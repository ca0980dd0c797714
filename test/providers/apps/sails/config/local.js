// `prefix` and `pluralize` make the blueprint routes /v1/posts; `migrate` is what `sails lift` asks for at its first start.
module.exports = {
  blueprints: { prefix: '/v1', pluralize: true },
  models: { migrate: 'drop' },
  explicitHost: '127.0.0.1',
}
