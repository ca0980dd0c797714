import { expect, test } from 'vitest'
import { fewest } from '../../../contracts/client/fewest.ts'
import { ClientSearch, type Findings } from '../../../contracts/client/search.ts'
import {
  type Answers,
  answersOf,
  areConsistent,
  isDefault,
  listedVariants,
  type Variant,
  variantOf,
} from '../../../contracts/client/shaping.ts'
import { completeProfile } from '../../../handlers/choices/profile.ts'
import type { ChoiceId } from '../../../handlers/choices.ts'
import { stringifyJson } from '../../../handlers/model/json.ts'

/** A client by the choices that shape its replies, and what it does not cope with. */
interface Client {
  readonly meets: readonly ChoiceId[]
  readonly fails?: (answers: Answers) => boolean
  /** Choices that shape nothing under these answers. */
  readonly hides?: (answers: Answers) => readonly ChoiceId[]
  /** Choices that shape a reply only under these answers, and under which. */
  readonly reveals?: (answers: Answers) => Readonly<Record<string, Answers>>
  readonly hasTime?: () => boolean
}

const variantsOf = (choice: ChoiceId): Variant[] => listedVariants.filter((each) => each.choice === choice)

function searchFor({ meets, fails = () => false, hides, reveals, hasTime }: Client) {
  const ran: Answers[] = []
  const shaping = (answers: Answers): Variant[] =>
    [...meets, ...(Object.keys(reveals?.(answers) ?? {}) as ChoiceId[])]
      .filter((choice) => !hides?.(answers).includes(choice))
      .flatMap(variantsOf)
      .filter(({ choice, answer }) => areConsistent({ ...completeProfile(answers), [choice]: answer }))
  const search = new ClientSearch(async (answers) => {
    // An answer without effect never passes.
    expect(areConsistent(answers)).toBe(true)
    ran.push(answers)
    const passed = !fails(answers)
    const evidence = async () => ({ tests: [] })
    const beside = async ({ choice, answer }: Variant, among: readonly Variant[]) =>
      await fewest(among, async (some) => {
        const needed = Object.entries(reveals?.(answers)[choice] ?? {})
        const others = { ...completeProfile(), ...answersOf(some) }
        const isRevealed = needed.every(([id, wanted]) => some.includes(variantOf(id as ChoiceId, wanted)))
        return isRevealed && areConsistent({ ...others, [choice]: answer })
      })
    return {
      passed,
      shaping: async () => shaping(answers),
      beside,
      evidence,
    }
  })
  const finish = async () => {
    await search.finish(
      shaping({}).filter((variant) => !isDefault(variant)),
      hasTime,
    )
    return search.findings
  }
  return { search, finish, ran }
}

async function failuresOf(client: Client): Promise<string[]> {
  return failuresIn(await searchFor(client).finish())
}

function failuresIn({ failures }: Findings): string[] {
  const names = failures.map(({ answers }) =>
    Object.entries(answers).map(([choice, answer]) => `${choice} ${stringifyJson(answer)}`),
  )
  return names.map((each) => each.join(' and ')).sort()
}

const usual: readonly ChoiceId[] = [
  'create.status',
  'create.body',
  'create.location',
  'replace.status',
  'replace.body',
  'delete.status',
  'delete.body',
  'delete.missing',
  'id.assignment',
  'error.body',
  'list.order',
  'post.extra-fields',
]

test('three answers that fail only together are found too', async () => {
  const fails = (answers: Answers) =>
    answers['create.status'] === 200 &&
    answers['delete.status'] === 200 &&
    answers['list.order'] === 'id-descending'
  expect(await failuresOf({ meets: usual, fails })).toEqual([
    'create.status 200 and delete.status 200 and list.order "id-descending"',
  ])
})

test('a pair that no run of single answers has is found as long as there is time', async () => {
  const fails = (answers: Answers) => answers['create.body'] === 'id' && answers['create.location'] === 'list'
  const { finish } = searchFor({ meets: usual, fails, hasTime: () => true })
  const found = await finish()
  expect(failuresIn(found)).toEqual(['create.body "id" and create.location "list"'])
  expect(found.pairs.tried).toBe(found.pairs.of)
})

test('a body that needs another status is tried with it, after the status alone', async () => {
  const { finish, ran } = searchFor({ meets: ['delete.status', 'delete.body'] })
  await finish()
  const bodies = ran.filter((answers) => Object.hasOwn(answers, 'delete.body'))
  expect(bodies.length).toBeGreaterThan(4)
  expect(ran.findIndex((answers) => answers['delete.status'] === 200)).toBeLessThan(
    ran.indexOf(bodies[0] ?? {}),
  )
})

test('a body whose status the client does not cope with is not tried', async () => {
  const { finish, ran } = searchFor({
    meets: ['delete.status', 'delete.body'],
    fails: (answers) => Object.hasOwn(answers, 'delete.status') && answers['delete.status'] !== 204,
  })
  expect(failuresIn(await finish())).toEqual(['delete.status 200', 'delete.status 202'])
  expect(ran.filter((answers) => Object.hasOwn(answers, 'delete.body'))).toEqual([])
})

test('an answer that another one hid is tried again without it', async () => {
  const meets: readonly ChoiceId[] = ['input.required', 'input.invalid-status']
  const hides = (answers: Answers): ChoiceId[] =>
    ['title', 'none'].includes(String(answers['input.required'])) ? ['input.invalid-status'] : []
  const fails = (answers: Answers) => answers['input.invalid-status'] === 422 && hides(answers).length === 0
  expect(await failuresOf({ meets, hides, fails })).toEqual(['input.invalid-status 422'])
})

test('an answer whose failure another one hid is not told as a pair', async () => {
  const fails = (answers: Answers) =>
    answers['list.page-size'] === 10 && !String(answers['list.order']).startsWith('id-desc')
  expect(await failuresOf({ meets: [...usual, 'list.page-size'], fails })).toEqual(['list.page-size 10'])
})

test('an answer that shapes replies only beside another one is tried beside it', async () => {
  const reveals = (answers: Answers): Readonly<Record<string, Answers>> =>
    answers['input.empty'] === 'refused' ? { 'input.invalid-body': { 'input.empty': 'refused' } } : {}
  const fails = (answers: Answers) =>
    answers['input.invalid-body'] === 'html' && answers['input.empty'] === 'refused'
  const { finish, ran } = searchFor({ meets: [...usual, 'input.empty'], reveals, fails })
  expect(failuresIn(await finish())).toEqual(['input.empty "refused" and input.invalid-body "html"'])
  expect(ran.length).toBeLessThan(24)
})

test('a failure that does not repeat is told, and nothing is accused', async () => {
  let runs = 0
  const { search, finish } = searchFor({ meets: ['list.order'], fails: () => ++runs === 1 })
  await expect(finish()).rejects.toThrow('The command fails now and then.')
  expect(search.findings.failures).toEqual([])
})

test('a client that fails with everything is read to the end', async () => {
  const { finish, ran } = searchFor({ meets: usual, fails: (answers) => Object.keys(answers).length > 0 })
  const { passes, failures } = await finish()
  expect(passes).toEqual([])
  expect(failures.length).toBeGreaterThan(30)
  expect(ran.length).toBeLessThan(110)
})

test('two answers that hide each other end the search', async () => {
  const meets: readonly ChoiceId[] = ['input.empty', 'input.unknown-fields']
  const hides = (answers: Answers) => (Object.keys(answers).length > 1 ? meets : [])
  const { finish, ran } = searchFor({ meets, hides })
  expect((await finish()).untried).toEqual([])
  expect(ran.length).toBeLessThan(20)
})
