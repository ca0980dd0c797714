import { STATUS_CODES } from 'node:http'
import { defined } from '../../handlers/model/defined.ts'
import { jsonFileText } from '../../handlers/model/json.ts'
import { visibleData } from '../../handlers/model/visible.ts'
import type { Exchange } from '../document/exchange.ts'
import type { VerifyResult } from '../verify/result.ts'
import { fit } from './fit.ts'
import { lengthOf } from './layout.ts'
import type { RunFacts } from './run-facts.ts'

/**
 * The exchanges of each broken clause and each choice that differs as HAR 1.2, which a browser's network panel opens,
 * with the clause or choice as comment and without times.
 *
 * @example
 * await writeFile('verify.har', harReport(result, { at: Date.now(), by: 'posts-understudy 0.1.0' }))
 */
export function harReport(result: VerifyResult, facts: RunFacts): string {
  return fit(visibleData(result), (fitting) => jsonFileText({ log: build(fitting, facts) }))
}

function build(result: VerifyResult, { at, by }: RunFacts) {
  const [name = '', version = ''] = by.split(' ')
  const evidence = [
    ...result.clauses.flatMap(({ findings }) =>
      findings.flatMap(({ clause, about, exchanges }) =>
        exchanges.map((exchange) => ({ exchange, comment: `${clause}: ${about}` })),
      ),
    ),
    ...result.choices.flatMap(({ choice, verdict, evidence }) =>
      verdict === 'differs' ? evidence.map((exchange) => ({ exchange, comment: choice })) : [],
    ),
  ]
  const entries = evidence.map(({ exchange, comment }) => ({ ...entryOf(exchange, result.url, at), comment }))
  return { version: '1.2', creator: { name, version }, entries }
}

function entryOf({ request, reply }: Exchange, base: string, at: number) {
  const { method, path, body } = request
  const url = base + path
  const date = Date.parse(reply.headers.date ?? '')
  return {
    startedDateTime: new Date(Number.isNaN(date) ? at : date).toISOString(),
    time: 0,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(request.headers),
      queryString: URL.canParse(url)
        ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))
        : [],
      ...(body === undefined
        ? {}
        : { postData: { mimeType: request.headers['content-type'] ?? '', text: body } }),
      headersSize: -1,
      bodySize: body === undefined ? 0 : lengthOf(body),
    },
    response: {
      status: reply.status,
      statusText: STATUS_CODES[reply.status] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(reply.headers),
      content: {
        size: lengthOf(reply.body),
        mimeType: reply.headers['content-type'] ?? '',
        text: reply.body,
        ...defined({ comment: reply.cut }),
      },
      redirectURL: reply.headers.location ?? '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  }
}

function headersOf(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}
