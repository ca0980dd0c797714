import { html } from 'hono/html'
import { type ChoiceId, choices } from '../../handlers/choices.ts'
import {
  type AnswerRow,
  type Block,
  type Counted,
  type Judged,
  type JudgedGroup,
  plural,
  toned,
  verdictTones,
} from './block.ts'
import { exchangesHtml } from './html-exchanges.ts'
import { differenceHtml, type Html, labelledHtml, onLines } from './html-text.ts'
import { timelineHtml } from './html-timeline.ts'

/** A block as markup. */
export function blockHtml(block: Block): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p>${labelledHtml(block)}</p>\n`
    case 'numbers':
      return html`<ul class="numbers">${block.numbers.map(numberHtml)}</ul>\n`
    case 'timeline':
      return timelineHtml(block.slices)
    case 'exchanges':
      return exchangesHtml(block.rows)
    case 'compared':
      return comparedHtml(block)
    case 'code':
      return html`<details${block.code.includes('\n') ? '' : html` open`}><summary>${codeTitles[block.label] ?? block.label}</summary><pre class="code">${block.code}</pre></details>\n`
    case 'more':
      return block.blocks.length === 0
        ? html`<p class="faint">${block.summary}</p>\n`
        : html`<details><summary>${block.summary}</summary><div class="stack">${block.blocks.map(blockHtml)}</div></details>\n`
    case 'answers':
      return html`<dl class="answers">${block.rows.map(answerRow)}</dl>\n`
    case 'clauses':
      return html`<div class="clauses">${block.groups.map(clausesHtml)}</div>\n`
    case 'choices':
      return choicesHtml(block.groups)
  }
}

const codeTitles: Readonly<Record<string, string>> = {
  repeat: 'Repeat it with curl (a click selects all)',
  replay: 'See it again',
  'To reproduce:': 'Repeat it with curl',
  command: 'Run it again',
}

function numberHtml({ value, label, tone }: Counted): Html {
  return html`<li class="card"><b class="${tone ?? ''}">${value}</b> ${label}</li>`
}

/** The differing part of the two is marked. */
function comparedHtml({ expected, actual }: Extract<Block, { kind: 'compared' }>): Html {
  const [should, is] = differenceHtml(onLines(expected, 0), onLines(actual, 0))
  return html`<dl class="compared"><div><dt class="good">Expected</dt><dd><pre>${should}</pre></dd></div>
<div><dt class="bad">Actual</dt><dd><pre>${is}</pre></dd></div></dl>\n`
}

const marks: Readonly<Record<string, string>> = { held: '✓', broken: '✗', 'not judged': '–' }

/** The clauses of an operation, each with how often it was seen. */
function clausesHtml({ heading, items }: JudgedGroup): Html {
  const held = items.filter(({ verdict }) => verdict === 'held').length
  const isBroken = items.some(({ verdict }) => verdict === 'broken')
  const tone = isBroken ? 'bad' : held < items.length ? 'warn' : 'good'
  return html`<section class="card"><h3>${heading} <span class="badge ${tone}">${held} of ${items.length} held</span></h3>
<ul>${items.map(clauseHtml)}</ul></section>\n`
}

function clauseHtml({ id, statement, verdict, fact }: Judged): Html {
  const tone = verdictTones[verdict]
  const name = html`<span class="mono soft">${id}</span>`
  const told = verdict === 'held' ? '' : html`<br><span class="${tone}">${fact || 'not judged'}</span>`
  return html`<li><span class="${tone}" aria-label="${verdict}">${marks[verdict]}</span> <span>${statement} ${
    verdict === 'broken' ? html`<a href="#${id}">${id}</a>` : name
  }${told}</span> <span class="mono soft">${verdict === 'held' ? fact : ''}</span></li>\n`
}

/** What a service answers, in a line for each group; what that means, and why some was not seen, folded. */
function choicesHtml(groups: readonly JudgedGroup[]): Html {
  const all = groups.flatMap(({ items }) => items)
  const open = all.filter(({ answer }) => answer === undefined).length
  const isCompared = all.some(({ verdict }) => verdict === 'differs')
  const isOdd = isCompared || all.some(({ isUnusual }) => isUnusual)
  return html`<dl class="choices">${groups.map(choiceLine)}</dl>
${isOdd && html`<p class="faint"><mark>Marked</mark>: other than ${isCompared ? 'the profile' : 'the default of the mock'}.</p>`}
<details><summary>${plural(all.length, 'choice')}, and what each means${open > 0 && `; ${open} not seen`}</summary>
<dl class="answers">${all.map(({ id, answer, fact }) =>
    answerRow({ choice: id as ChoiceId, answers: [toned('faint', answer ?? (fact || 'not seen'))] }),
  )}</dl></details>\n`
}

function choiceLine({ heading, items }: JudgedGroup): Html {
  const seen = items.filter(({ answer }) => answer !== undefined)
  if (seen.length === 0) return html``
  return html`<div><dt>${heading}</dt> <dd>${seen.map(choiceHtml)}</dd></div>\n`
}

/** An answer, such as `status 201`. */
function choiceHtml({ id, verdict, answer = '', isUnusual }: Judged): Html {
  const words = inWords(answer)
  const told = verdict === 'differs' || isUnusual ? html`<mark>${words}</mark>` : html`<b>${words}</b>`
  return html`<span>${id.replace(/^[^.]*\./, '').replaceAll('-', ' ')} ${told}</span> `
}

/** A choice, what it decides, and answers to it; a link leads to what is wrong with them, where that is told. */
function answerRow({ choice, answers }: AnswerRow): Html {
  const isWrong = answers.some(({ tone }) => tone === 'bad')
  return html`<div><dt class="mono">${isWrong ? html`<a href="#${choice}">${choice}</a>` : choice}</dt> <dd><span class="soft">${choices[choice].about}</span>
<span class="bar">${answers.map(({ tone, text }) => html`<span class="badge ${tone}">${inWords(text)}</span> `)}</span></dd></div>\n`
}

/** An answer without the quotation marks of a word. */
function inWords(answer: string): string {
  return answer.replace(/^(\W? ?)"([^"]*)"$/, '$1$2')
}
