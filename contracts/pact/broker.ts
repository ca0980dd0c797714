import { fetch } from 'undici'
import * as v from 'valibot'
import { withoutCredentials } from '../../handlers/http/base-url.ts'
import { UnderstudyError } from '../../handlers/model/errors.ts'
import { readBody } from '../scenarios/post-text.ts'
import { createAgent } from '../wire/agent.ts'
import { usualProvider } from './contract.ts'
import { type GivenPact, readPact } from './given-pact.ts'

/** A broker's list of Pacts: https://docs.pact.io/pact_broker/api. */
const listSchema = v.object({
  _links: v.object({ 'pb:pacts': v.array(v.object({ href: v.string() })) }),
})

/** Where the broker of the environment lists the latest Pacts for the provider of `deriveContract`; empty for no broker. */
export function addressesOfPacts(): readonly string[] {
  const { PACT_BROKER_BASE_URL: broker } = process.env
  return broker ? [`${broker.replace(/\/+$/, '')}/pacts/provider/${usualProvider}/latest`] : []
}

/**
 * Reads the Pact at an address, or each that a broker lists there. The environment has the credentials, as for Pact's
 * own tools.
 *
 * @throws UnderstudyError `PACT_INVALID`; `BROKER_UNREACHABLE` where the broker does not answer
 * @example
 * await fetchPacts('https://broker.example.com/pacts/provider/posts/latest')
 */
export async function fetchPacts(address: string): Promise<readonly GivenPact[]> {
  const broker = process.env.PACT_BROKER_BASE_URL || address
  const text = await get(address, broker)
  const list = readBody(text)
  if (!v.is(listSchema, list)) return [readPact(text, address)]
  const addresses = list._links['pb:pacts'].map(({ href }) => URL.parse(href, address)?.href ?? href)
  if (addresses.length === 0) throw failed(address, 'there are none', noPacts)
  return await Promise.all(addresses.map(async (each) => readPact(await get(each, broker), each)))
}

/** How long a broker may take to answer, in milliseconds. */
const timeout = 10_000

async function get(address: string, broker: string): Promise<string> {
  if (!/^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/.test(address) || !URL.canParse(address))
    throw failed(address, 'it is not an http address without credentials and query', noAccess)
  const dispatcher = createAgent(false)
  const isOfBroker = new URL(address).origin === URL.parse(broker)?.origin
  const headers = { accept: 'application/hal+json, application/json', ...(isOfBroker && credentials()) }
  try {
    const reply = await fetch(address, { headers, dispatcher, signal: AbortSignal.timeout(timeout) })
    if (reply.ok) return await reply.text()
    const { status } = reply
    throw failed(
      address,
      `it answered ${status}`,
      status >= 500 ? noReply : status === 404 ? noPacts : noAccess,
    )
  } catch (error) {
    if (error instanceof UnderstudyError) throw error
    const { name, cause } = error as Error & { readonly cause?: { readonly code?: string } }
    throw failed(address, `no reply (${cause?.code ?? name})`, noReply)
  } finally {
    await dispatcher.destroy()
  }
}

/** The Authorization header, where the environment has credentials. */
function credentials(): { readonly authorization?: string } {
  const { PACT_BROKER_TOKEN: token, PACT_BROKER_USERNAME: user, PACT_BROKER_PASSWORD: password } = process.env
  if (token) return { authorization: `Bearer ${token.trim()}` }
  return user ? { authorization: `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}` } : {}
}

const noPacts = `Publish one for the provider ${usualProvider}, or pass the address of another provider's, such as "https://broker.example.com/pacts/provider/posts/latest".`
const noAccess =
  'Set PACT_BROKER_BASE_URL to the address of the broker, and PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.'

const noReply = 'Check the address, the network, and HTTPS_PROXY if there is a proxy.'

function failed(address: string, fact: string, nextStep: string): UnderstudyError {
  const code = nextStep === noReply ? 'BROKER_UNREACHABLE' : 'PACT_INVALID'
  const message = `Failed to read the Pacts at ${withoutCredentials(address)}: ${fact}. ${nextStep}`
  return new UnderstudyError(code, message)
}
