import { gzipSync } from 'node:zlib'
import { type Case, plainBody, refusedBodies, takenBodies } from '../case.ts'

const latin1 = Buffer.from('{"title":"caf\xe9","content":"A content."}', 'latin1')
const titled = (...bytes: number[]) =>
  Buffer.concat([Buffer.from('{"title":"'), Buffer.from(bytes), Buffer.from('","content":"A"}')])
const cut = Buffer.from(`{"title":"A title","content":"😀"}`).subarray(0, -4)

const nested = (levels: number) =>
  `{"title":"A title","content":"A content.","deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
const objects = (levels: number) => `${'{"title":'.repeat(levels)}""${'}'.repeat(levels)}`

function sized(bytes: number): string {
  const rest = '{"title":"A title","content":""}'.length
  return `{"title":"A title","content":"${'x'.repeat(bytes - rest)}"}`
}

const large = { heavy: true, needs: ['megabytes'] } as const
const ofBytes = (bytes: number) => [`answers a body of ${bytes} bytes`, sized(bytes)] as const

/** Bodies that are no JSON, or JSON that somebody sends to break something. */
export const hostileCases: readonly Case[] = [
  ...refusedBodies(400, [
    ['finds no JSON in an open brace', '{'],
    ['answers a body of a byte', '7'],
    ['finds no JSON in a body cut off', '{"title":"A title","content":"A con'],
    ['finds no JSON in a form', 'title=A+title&content=A+content'],
    ['finds no JSON in single quotes', "{'title':'A title','content':'A content.'}"],
    ['finds no JSON in a comma too many', '{"title":"A title","content":"A content.",}'],
    ['finds no JSON in a comment', '{"title":"A title",/* */"content":"A content."}'],
    ['finds no JSON in NaN', '{"title":NaN,"content":"A content."}'],
    ['finds no JSON in undefined', '{"title":undefined,"content":"A content."}'],
    ['finds no JSON in leading zeros', '{"title":"A title","content":"A content.","n":007}'],
    ['finds no JSON in two documents', `${plainBody}${plainBody}`],
    ['finds no JSON in blanks', ' \r\n\t'],
    ['finds no JSON in a raw line break', '{"title":"A\ntitle","content":"A content."}'],
    ['finds no JSON in a raw NUL', '{"title":"A title\u0000","content":"A content."}'],
    ['answers a byte order mark before the JSON', `\ufeff${plainBody}`],
    ['finds no JSON in a byte order mark alone', '\ufeff'],
    ['finds no JSON in UTF-16', Buffer.from(plainBody, 'utf16le')],
    ['finds no JSON in XML', '<post><title>A title</title></post>'],
    ['takes no array for a post', '[]'],
    ['takes no array of posts for a post', `[${plainBody}]`],
    ['takes no null for a post', 'null'],
    ['takes no number for a post', '7'],
    ['takes no large number for a post', '12345678901234567890'],
    ['takes no text for a post', '"A title"'],
    ['takes no boolean for a post', 'true'],
    ['answers bytes that are no UTF-8', latin1],
    ['answers a surrogate written as UTF-8', titled(0xed, 0xa0, 0x80)],
    ['answers an overlong UTF-8', titled(0xc0, 0xaf)],
    ['answers UTF-8 cut off in a character', cut],
    ['answers a lone continuation byte alone', Buffer.from([0x80])],
    ['answers six levels of objects for a title', objects(6)],
  ]),
  ...takenBodies([
    ['keeps a mark inside a text', '{"title":"\ufeffA title","content":"A content.\ufeff"}'],
    ['answers a title named twice', '{"title":"First","title":"Last","content":"A content."}'],
    [
      'answers a title named twice, once in escapes',
      '{"title":"First","t\\u0069tle":"Last","content":"A content."}',
    ],
    ['takes a text of braces and colons for a text', '{"title":"{\\"title\\":1,[","content":"}]\\\\"}'],
    [
      'answers numbers of any size',
      '{"title":"A title","content":"A content.","n":123456789012345678901234567890,"m":1e-400,"o":0.1}',
    ],
    ['answers a number text', '{"title":"1e400","content":"NaN"}'],
    ['answers 65 levels', nested(65)],
    ['answers a body of 60 bytes', sized(60)],
    ['answers a body of 61 bytes', sized(61)],
    ['answers a body of 1,000 bytes', sized(1000)],
    ['answers a body of 1,001 bytes', sized(1001)],
  ]),
  ...takenBodies(
    [
      ['answers 1000 levels', nested(1000)],
      [
        'answers 20,000 unknown fields',
        `{${Array.from({ length: 20_000 }, (_, at) => `"f${at}":${at}`).join()},"title":"","content":""}`,
      ],
    ],
    { heavy: true },
  ),
  ...refusedBodies(
    400,
    [
      ...[1001, 5000, 100_000].map((levels) => [`answers ${levels} levels`, nested(levels)] as const),
      ['answers 100,000 levels for a title', objects(100_000)],
      ['answers 100,000 open brackets', '['.repeat(100_000)],
      [
        'answers 5,000 levels around a number that a float rounds',
        nested(5000).replace('[]', '[9007199254740993]'),
      ],
    ],
    { heavy: true },
  ),
  ...takenBodies([102_400, 102_401, 1_048_575, 1_048_576].map(ofBytes), large),
  ...refusedBodies(413, [1_048_577, 2_097_152, 2_097_153].map(ofBytes), large),
]

export const mediaTypeCases: readonly Case[] = [
  ...takenBodies([
    ['takes JSON with a charset', plainBody, { 'content-type': 'application/json; charset=utf-8' }],
    [
      'takes JSON with a charset and no blank',
      plainBody,
      { 'content-type': 'application/json;charset="UTF-8"' },
    ],
    [
      'answers JSON in another charset',
      plainBody,
      { 'content-type': 'application/json; charset=iso-8859-1' },
    ],
    ['takes JSON in capitals', plainBody, { 'content-type': 'Application/JSON' }],
    ['answers a body that says it is in gzip, and is not', plainBody, { 'content-encoding': 'gzip' }],
  ]),
  ...refusedBodies(400, [['answers a body in gzip', gzipSync(plainBody), { 'content-encoding': 'gzip' }]]),
  ...refusedBodies(415, [
    ['answers a text', plainBody, { 'content-type': 'text/plain' }],
    ['answers a text that is not JSON', 'A title', { 'content-type': 'text/plain;charset=UTF-8' }],
    ['answers a form', 'title=A+title', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['answers another JSON', plainBody, { 'content-type': 'application/vnd.api+json' }],
    ['answers a media type that begins as JSON does', plainBody, { 'content-type': 'application/jsonp' }],
    ['answers a patch', '{"title":"A title"}', { 'content-type': 'application/merge-patch+json' }],
    ['answers a media type and bad fields at once', '{"title":7}', { 'content-type': 'text/plain' }],
    ['answers bytes', plainBody, { 'content-type': 'application/octet-stream' }],
  ]),
  ...refusedBodies(
    415,
    [
      ['answers a body without a media type', plainBody, { 'content-type': '' }],
      ['answers no JSON without a media type', '{', { 'content-type': '' }],
    ],
    { needs: ['no-media-type'] },
  ),
]
