import { listOf, type OneOrMore } from './picking.ts'
import type { Topic } from './story.ts'

const debugging: Topic = {
  name: 'debugging',
  slots: {
    bug: listOf(
      'a race condition, a memory leak, an off-by-one error, a deadlock, a timezone bug, a flaky test, ' +
        'a stale cache, a silent retry, a rounding error, a forgotten flag',
    ),
    service: listOf(
      'the billing job, the search index, the login page, the nightly export, the image resizer, the mail queue, ' +
        'the checkout, the report builder',
    ),
  },
  stories: [
    {
      titles: [
        'What {few} {season}s in {place} taught me about debugging',
        'Debugging slowly: notes from {few} {season}s in {place}',
        '{place}, {few} {season}s, and {bug}',
      ],
      openings: [
        'I spent {few} {season}s in {place} with a slow connection and a job that was mostly debugging. {Bug} kept me company for longer than I like to admit.',
        'The plan was to stay in {place} for a month. I stayed for {few} {season}s, and most of what I know about debugging I learned at a kitchen table there, from {bug}.',
      ],
      closings: [
        'I have a faster connection now. I try not to let it make me any quicker.',
        'If you remember one thing: believe the evidence, not the code you meant to write.',
      ],
    },
    {
      titles: [
        'How {person} found {bug} in {service}',
        'The day {service} stopped and {person} stayed calm',
        '{Bug} in {service}',
      ],
      openings: [
        'On a {weekday} in {month}, {service} stopped without a single line in the log. {Person} found the cause before lunch: {bug}, as old as the code itself.',
        '{Service} had failed every {weekday} for {few} weeks, and each of us had a theory. {Person} had none, read the code, and found {bug}.',
      ],
      closings: [
        'The fix was one line. The commit message was nine, and those are the ones I am glad of.',
        'There is a test for it now, with a name that says what happened instead of a ticket number.',
      ],
    },
    {
      titles: [
        '{many} bugs in {service}, kept in a notebook',
        'What {many} entries in my bug diary say',
        '{Person} asked why I write down every bug',
      ],
      openings: [
        'For {few} years I have written every bug in {service} into a paper notebook: what I saw, what I believed, what it was. {Person} thought it was a joke until the last outage.',
        'My notebook has {many} entries about {service}, and {bug} is in there more than once. {Person} asked to borrow it, which I take as a compliment.',
      ],
      closings: [
        'The notebook is nearly full. The next one will have wider margins, for the theories.',
        'I still make the same mistakes, but I recognise them from further away.',
      ],
    },
  ],
  details: [
    'The first thing I stopped doing was changing two things at once.',
    'A log line with a number in it is worth ten that say "something went wrong".',
    'Nobody had touched that file in years, which everyone took as proof that it was fine.',
    'It only happened to people called Zoë or Łukasz, because somebody had counted bytes and called them letters.',
    'The stack trace pointed at the right line, and I spent an hour not believing it.',
    'The test that failed one time in fifty was telling the truth; the other runs were lucky.',
    'Explaining it aloud to {friend} took four minutes, and in the third one I saw it.',
    'I now write down what I expect before I run anything, and I am wrong about half of the time.',
    'Bisecting the history took six steps and saved an afternoon of guessing.',
    'A walk around the block helped more than the debugger did, though the debugger got the credit.',
  ],
}

const databases: Topic = {
  name: 'databases',
  slots: {
    table: listOf(
      'the orders table, the users table, the events table, the invoices table, the sessions table, ' +
        'the comments table, the bookings table, the payments table',
    ),
  },
  stories: [
    {
      titles: [
        'We moved {table} on a {weekday} in {month}',
        'Moving {table} while {place} was asleep',
        '{many} million rows, one {weekday}, no downtime',
      ],
      openings: [
        'On a {weekday} in {month} we moved {table}, all {many} million rows of it, while people were using it. It took {few} weeks to prepare and an hour to do.',
        'Most of our customers live around {place}, so we moved {table} in the small hours of a {weekday}. {Person} wrote the plan, and the rest of us tried to break it.',
      ],
      closings: [
        'By breakfast the old copy was gone, and the only trace of it was a shorter bill.',
        'We kept the old copy for a month. Nobody asked for it, and that is the best review I know.',
      ],
    },
    {
      titles: [
        'The {weekday} query that took {few} minutes',
        '{Person} and the slow query on {table}',
        'One missing index, {many} angry mails, and {person}',
      ],
      openings: [
        'Every {weekday} the same report on {table} took {few} minutes, and every {weekday} somebody wrote to ask whether it was broken. {Person} was the first to ask the database itself.',
        'We had learned to live with one slow query on {table}. Then {many} people complained about it on a single {weekday}, and {person} sat down with the query plan.',
      ],
      closings: [
        'The report now opens before you have let go of the mouse. Nobody has thanked us, which is fair.',
        'It was one index in the end. The hard part had been to look.',
      ],
    },
    {
      titles: [
        'The {weekday} we restored {table} from a backup',
        'What {person} learned from restoring {table}',
        'A backup drill with {person}, {many} minutes long',
      ],
      openings: [
        'We had kept backups of {table} for {few} years and had never once read one. So on a quiet {weekday} {person} deleted a copy of it and asked us to bring it back.',
        'A backup is a rumour until somebody restores it. Ours had been a rumour for {few} years when {person} put a drill for {table} in the calendar, on a {weekday}.',
      ],
      closings: [
        'We repeat the drill every {month} now. It has become almost boring, and boring is the goal.',
        'The next drill took half as long, mostly because we had written down where the keys are.',
      ],
    },
  ],
  details: [
    'We began by counting the rows on two machines, and the numbers did not agree.',
    'Somebody had once stored dates as text, in four different formats.',
    'One column had been called "temp" since the first week of the company.',
    'Half of the oldest rows belonged to test accounts with names like "asdf".',
    'We tried everything on a copy first, including the mistakes.',
    '{Friend} kept a list of every command, in order, with the time beside it.',
    'The documentation was last touched in August, though nobody could say of which year.',
    'The disk was not full, but it was thinking about it.',
    'We had agreed on a word that would mean "stop", and were glad to have it.',
    'A single number on the wall screen calmed people down more than any meeting did.',
  ],
}

const webPages: Topic = {
  name: 'web pages',
  slots: {
    page: listOf(
      'the checkout page, the search form, the sign-up page, the settings page, the photo gallery, ' +
        'the contact form, the timetable, the booking form',
    ),
    years: listOf('three, four, five, six, seven, nine'),
  },
  stories: [
    {
      titles: [
        '{Few} days with {page} and no mouse',
        'What {person} heard when {page} loaded',
        'Testing {page} with {person} and a screen reader',
      ],
      openings: [
        'For {few} days I put the mouse in a drawer and used {page} with the keyboard alone. Then {person}, who reads the web by ear, showed me how it sounds.',
        '{Person} reads the web by ear and offered to try {page} with me, without a mouse. We needed {few} days for what I had thought was an hour of work.',
      ],
      closings: [
        'The whole repair was {many} lines, most of them deletions.',
        'Almost every fix made the page better for everyone, which is how it usually goes.',
      ],
    },
    {
      titles: [
        'How {page} became fast enough for {place}',
        'Loading {page} on a train near {place}',
        '{Page} on a {years}-year-old phone near {place}',
      ],
      openings: [
        'On a train near {place}, with a {years}-year-old phone and one bar of signal, I opened {page} and waited. I counted to {many} before the first word appeared.',
        'Our office has very fast internet, so we had never really seen {page}. A slow afternoon on a train near {place}, with a {years}-year-old phone, changed that.',
      ],
      closings: [
        'It opens in under two seconds now, even near {place}. I checked on the way home.',
        'I keep the old phone in my desk, charged. It is the most honest member of the team.',
      ],
    },
    {
      titles: [
        'A dark mode for {page}, and {many} greys',
        '{Person} counted the greys on {page}',
        'How {person} and I lost {many} colours',
      ],
      openings: [
        '{Person} opened {page}, picked up a pencil and counted {many} different greys. None of us could say what any of them meant.',
        'A dark mode for {page} was meant to take until {weekday}. Then {person} found {many} greys in the style sheet, and we had to talk about what colours are for.',
      ],
      closings: [
        'We ended up with {few} colours, each with a name that says what it is for.',
        'In the end the dark version looked so calm that we redid the light one to match.',
      ],
    },
  ],
  details: [
    'The button that everybody needs was a picture with a click handler, and so not a button at all.',
    'The focus jumped to the footer whenever a message appeared, as if it had been frightened.',
    'One script loaded a second script, whose only job was to load a third.',
    'There were nine style sheets, and the oldest one still won.',
    '{Friend} asked why the labels were grey on grey, and no one had an answer.',
    'The error message said "invalid value" and left the rest to the imagination.',
    'A native input did everything that our own one did, and two things more.',
    'We tried it in bright sun on a bench, which is where people in fact use it.',
    'Removing things turned out to be much faster than improving them.',
    'We wrote the page as plain HTML first and then asked what was really missing.',
  ],
}

/** Subjects from the work of people who write software. */
export const softwareTopics: OneOrMore<Topic> = [debugging, databases, webPages]
