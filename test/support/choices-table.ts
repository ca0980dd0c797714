import { choiceIds, choices } from '../../handlers/choices.ts'
import { stringifyJson } from '../../handlers/model/json.ts'

/** The choices as a Markdown table, the default answer first. */
export function choicesTable(): string {
  const rows = choiceIds.map((id) => {
    const { answers, about } = choices[id]
    const listed = answers.map(
      (answer) => `\`${typeof answer === 'string' ? answer : stringifyJson(answer)}\``,
    )
    return `| \`${id}\` | ${listed.join(', ')} | ${about.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{}', '`{}`')} |`
  })
  return ['| choice | answers, the default first | what it means |', '| --- | --- | --- |', ...rows].join(
    '\n',
  )
}
