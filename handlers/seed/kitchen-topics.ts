import { listOf, type OneOrMore } from './picking.ts'
import type { Topic } from './story.ts'

const bread: Topic = {
  name: 'bread',
  slots: {
    grain: listOf('rye, spelt, emmer, einkorn, barley, whole-wheat, khorasan'),
  },
  stories: [
    {
      titles: [
        '{Few} weeks in {place} without my {grain} starter',
        'The {grain} starter I left with {person}',
        'How {person} kept my {grain} starter alive',
      ],
      openings: [
        'I left my {grain} starter with {person} for {few} weeks while I was in {place}. I left two pages of instructions as well, and came home to find that none of them had been needed.',
        'My {grain} starter lives in a jar marked "do not drink". When work took me to {place} for {few} weeks, {person} adopted it and baked on my behalf.',
      ],
      closings: [
        'The starter has a new jar and, I suspect, a favourite. It is not me.',
        'I baked {person} a loaf to say thank you. It was the best one so far, and I take no credit for it.',
      ],
    },
    {
      titles: [
        'What a baker on {street} knows about {grain}',
        '{Few} mornings in the bakery on {street}',
        "Four in the morning at {family}'s bakery",
      ],
      openings: [
        'The bakery on {street} starts at four in the morning, and for {few} mornings old {family} let me stand in the way. I had come for the {grain} loaf that sells out by eight.',
        "{Family}'s bakery on {street} has no sign and always a queue. I asked whether I could learn the {grain} loaf, and was handed a broom and told to come back at four.",
      ],
      closings: [
        'On the last morning I was allowed to shape one. It leaned to the left, and they sold it anyway.',
        'I asked for the recipe. "Flour, water, salt," said {family}, "and get up earlier."',
      ],
    },
    {
      titles: [
        '{many} loaves of {grain} bread, ranked by shame',
        'I baked {many} {grain} loaves so you need not',
        'Baking {grain} bread every {weekday} since {month}',
      ],
      openings: [
        'Since {month} I have baked {grain} bread every {weekday}, and I have kept notes. After {many} loaves the notes are better than most of the bread.',
        'I wanted to know what really matters in {grain} bread, so I baked {many} loaves and changed one thing each time. The neighbours got the result, every {weekday} since {month}.',
      ],
      closings: [
        'Loaf number {many} was plain, brown and quiet, and it was gone before it had cooled.',
        'The short version: use less flour, wait longer, and do not open the oven to look.',
      ],
    },
  ],
  details: [
    'The dough was far too wet, and that turned out to be right.',
    'Flour from a small mill changes from bag to bag, so the hands matter more than the scales.',
    'Half of the water went in at first, and the rest when the dough had stopped complaining.',
    'Salt slows everything down, and on a warm day that is exactly what you want.',
    'Room temperature means one thing in a book and another in a kitchen in January.',
    'I stopped trusting the clock and started poking the dough instead.',
    'One batch rose over the edge of the bowl and was found by {friend}, who still mentions it.',
    'A cast-iron pot does what the expensive oven only promises.',
    'The crust sang when it came out, a faint crackle like rain on a tent.',
    'Nothing improves a loaf like leaving it alone for an hour.',
  ],
}

const dinner: Topic = {
  name: 'dinner',
  slots: {
    guests: listOf('ten, eleven, twelve, fourteen, fifteen, sixteen, eighteen'),
  },
  stories: [
    {
      titles: [
        'Learning {dish} from {person} without a recipe',
        'How {person} makes {dish}, and why',
        '{Dish} the way {person} makes it',
      ],
      openings: [
        '{Person} has made {dish} for {many} years and has never written any of it down. I stood in the kitchen on {street} with a pencil and was told to watch instead.',
        'I asked {person} for the recipe, and the answer was an invitation. You cannot learn {dish} from paper, it seems, only from standing in the way.',
      ],
      closings: [
        'Mine came close. "Nearly," said {person}, which I am told is high praise.',
        'I did write it down in the end. The page has {few} ingredients and one instruction, underlined: wait.',
      ],
    },
    {
      titles: [
        '{Dish} for {guests}, in a very small kitchen',
        'Cooking {dish} for {guests} people in {place}',
        'We invited {guests} people and made {dish}',
      ],
      openings: [
        'In a flat in {place} we had two pots, {few} chairs and {guests} guests, and it was too late to call it off. {Person} said that {dish} grows with the table, and put on an apron.',
        'In {place} it is normal, I am told, to invite {guests} people to a kitchen made for one. {Person} suggested {dish}, because it forgives a late train.',
      ],
      closings: [
        'There was exactly one plate left over. We shared it standing up, at midnight, with two forks.',
        'Nobody noticed what went wrong, and I have promised {person} not to write it here.',
      ],
    },
    {
      titles: [
        'A {weekday} market in {place}, and then {dish}',
        'From the market in {place} to {dish}',
        'Looking for {dish} in {place} in {month}',
      ],
      openings: [
        'One {weekday} in {month} I went to the market in {place} without a list, which is how I like it. By noon I had {few} bags, wet shoes and the makings of {dish}.',
        '{Place} has {few} restaurants that serve {dish}, and on a {weekday} in {month} every one of them was closed. So I went to the market and asked a stranger, whose name was {person}.',
      ],
      closings: [
        'It was not the real thing, I was told, but it was a real dinner.',
        'I have made it many times since, and it has never tasted as it did in {place}.',
      ],
    },
  ],
  details: [
    'The good knife was missing, so we took turns with the other one.',
    'Everything was cut before anything else happened, and that made the whole evening calm.',
    'The shop had no fresh herbs left, and the pot on the windowsill saved us.',
    'We used half of what the books say and twice as much patience.',
    'The old wooden spoon did better than anything that plugs in.',
    'There is a moment when nothing seems to happen, and it is not the moment to help.',
    'I learned to smell when it was ready, which no timer has ever taught me.',
    '{Friend} does the dishes while cooking, a talent that cannot be praised enough.',
    'Someone opened a window, and soon the neighbours knew what there would be.',
    'The first attempt was too salty, the second too timid, and the third was dinner.',
  ],
}

/** Subjects from the kitchen. */
export const kitchenTopics: OneOrMore<Topic> = [bread, dinner]
