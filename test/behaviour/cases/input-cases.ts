import { type Case, refusedBodies, takenBodies } from '../case.ts'

const texts = (title: string, content: string) => JSON.stringify({ title, content })

/** Fields that are missing, empty, of another type, too many, or too long. */
export const inputCases: readonly Case[] = [
  ...takenBodies([
    ['takes a title and a content', '{"title":"A title","content":"A content."}'],
    [
      'takes them in any order and with blanks between',
      ' {\n\t"content" : "A content." ,\r\n "title" : "A title" } ',
    ],
    ['takes an empty title, or not', '{"title":"","content":"A content."}'],
    ['takes an empty content, or not', '{"title":"A title","content":""}'],
    ['takes two empty texts, or not', '{"title":"","content":""}'],
    ['takes texts of blanks alone, or not', '{"title":"  ","content":"\\t\\n"}'],
    ['takes texts of NUL alone, or not', '{"title":"\\u0000","content":"\\u0000\\u0000"}'],
    ['takes an unknown field, or not', '{"title":"A title","content":"A content.","author":"Somebody"}'],
    [
      'takes unknown fields of every type, or not',
      '{"a":null,"b":true,"c":1.5,"d":9007199254740993,"e":"text","f":[1,[2]],"g":{"h":{}},"title":"A title","content":"","":0,"0":1}',
    ],
    [
      'takes unknown fields named as others of a language, or not',
      '{"constructor":"c","toString":"t","hasOwnProperty":1,"then":"x","length":2,"toJSON":3,"title":"A title","content":"A content."}',
    ],
    [
      'never takes a field named __proto__ over',
      '{"__proto__":{"polluted":true},"title":"A title","content":"A content."}',
    ],
    [
      'takes a field of a field named __proto__, or not',
      '{"meta":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}},"title":"A title","content":"A content."}',
    ],
    [
      'takes fields that a service may add, or not',
      '{"title":"A title","content":"A content.","createdAt":"never","likes":-1,"published":"maybe"}',
    ],
    ['takes titles up to a length', texts('x'.repeat(100), 'y'.repeat(100))],
    ['takes titles up to a longer length', texts('x'.repeat(101), '')],
    ['counts characters and not UTF-16 units', texts('😀'.repeat(100), '😀'.repeat(20))],
    ['takes titles up to 255 characters', texts('x'.repeat(255), 'A content.')],
    ['takes titles of 256 characters, or not', texts('é'.repeat(256), 'A content.')],
  ]),
  ...refusedBodies(400, [
    ['takes a title alone, or not', '{"title":"A title"}'],
    ['takes a content alone, or not', '{"content":"A content."}'],
    ['takes an empty object, or not', '{}'],
    ['takes null, or not', '{"title":null,"content":null}'],
    ['takes numbers, or not', '{"title":42,"content":-1.5}'],
    [
      'takes a number that a float rounds, or not',
      '{"title":9007199254740993,"content":12345678901234567890}',
    ],
    ['takes booleans, or not', '{"title":true,"content":false}'],
    ['takes no array for a text', '{"title":["A title"],"content":[]}'],
    ['takes no object for a text', '{"title":{"text":"A title"},"content":{}}'],
    ['names a missing and a wrong field at once', '{"title":[]}'],
    ['takes a null beside a missing field, or not', '{"content":null}'],
    ['takes a field in other letters for another', '{"Title":"A title","CONTENT":"A content."}'],
    ['lists all that is wrong', '{"content":7,"unknown":1,"other":2}'],
  ]),
  ...takenBodies(
    [
      ['takes contents up to 10,000 characters', texts('A title', '😀'.repeat(10_000))],
      ['takes contents of 10,001 characters, or not', texts('A title', 'x'.repeat(10_001))],
    ],
    { heavy: true },
  ),
]
