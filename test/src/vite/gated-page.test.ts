import { expect, test } from 'vitest'
import { gate } from '../../../src/vite/gated-page.ts'

const page = (head: string, body = '') => `<!doctype html>\n<head>${head}</head>\n<body>${body}</body>`

/** What the one script of a gated page imports, in its order. */
function importsOf(html: string): string[] {
  const [, code = ''] = /<script type="module">([\s\S]*?)<\/script>/.exec(html) ?? []
  return Array.from(code.matchAll(/await import\("([^"]+)"\)/g), ([, url = '']) => url)
}

test('lets the module of a page wait', () => {
  const { html } = gate(
    page('', '<script type="module" src="/src/main.ts"></script>'),
    '/index.html',
    'first',
  )
  expect(importsOf(html)).toEqual(['first', '/src/main.ts'])
  expect(html).not.toContain('src="/src/main.ts"')
})

test.each([
  [`<script src='/a.js' type='module'></script>`, '/a.js'],
  ['<script type=module src=/a.js></script>', '/a.js'],
  ['<SCRIPT TYPE="Module" SRC="/a.js"></SCRIPT >', '/a.js'],
  ['<script\n  type="module"\n  crossorigin\n  src="/a.js?b=1&c"\n></script>', '/a.js?b=1&c'],
  ['<script type="module" src="/a.js?b=1&amp;c"></script>', '/a.js?b=1&c'],
  ['<script type="module" data-note="a > b" src="/a.js"></script>', '/a.js'],
  ['<script type="module" src="https://cdn.example.com/a.js"></script>', 'https://cdn.example.com/a.js'],
])('finds the module in %s', (script, url) => {
  expect(importsOf(gate(page('', script), '/index.html', 'first').html)).toEqual(['first', url])
})

test.each([
  '<script src="/a.js"></script>',
  '<script>import("/a.js")</script>',
  '<script type="application/json">{"type":"module"}</script>',
  '<!-- <script type="module" src="/a.js"></script> -->',
  '<script type="module" vite-ignore src="/a.js"></script>',
  '<script type="module"> </script>',
  '<script type="text/template"><b type="module" src="/a.js"></b></script>',
])('leaves %s as it is', (script) => {
  expect(gate(page(script), '/index.html', 'first')).toEqual({ html: page(script), inline: [], waiting: [] })
})

test('keeps the order of several modules, in the place of the last', () => {
  const scripts = [
    '<script type="module" src="/a.js"></script>',
    '<i>',
    '<script type="module" src="/b.js"></script>',
  ]
  const { html } = gate(page(scripts.join('')), '/index.html', 'first')
  expect(importsOf(html)).toEqual(['first', '/a.js', '/b.js'])
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html.indexOf('<i>')).toBeLessThan(html.indexOf('<script'))
})

test('gives the text of a module an address beside its page', () => {
  const { html, inline } = gate(
    page('<script type="module">import "./a.js"</script>'),
    '/sub/page.html',
    'first',
  )
  expect(inline).toEqual([
    { url: expect.stringMatching(/^\/sub\/page\.html\.0\.[\w-]+\.js$/), code: 'import "./a.js"' },
  ])
  expect(importsOf(html)).toEqual(['first', inline[0]?.url])
})

test('gives another text another address', () => {
  const addressOf = (code: string) =>
    gate(`<script type="module">${code}</script>`, '/', 'first').inline[0]?.url
  expect(addressOf('one()')).not.toBe(addressOf('two()'))
})

test('does not read a comment as the beginning of a script', () => {
  const html = `<script type="module" src="/a.js"></script><!-- > --><script type="module" src="/b.js"></script>`
  expect(importsOf(gate(html, '/', 'first').html)).toEqual(['first', '/a.js', '/b.js'])
})

test('takes a page of many unclosed scripts without backtracking', () => {
  const html = '<script type="module" src="/a.js">'.repeat(5000)
  expect(gate(html, '/', 'first').inline).toEqual([])
})
