import { listOf, type OneOrMore } from './picking.ts'
import type { Topic } from './story.ts'

const garden: Topic = {
  name: 'garden',
  slots: {
    crop: listOf(
      'tomatoes, runner beans, courgettes, potatoes, pumpkins, leeks, radishes, strawberries, artichokes, beetroots',
    ),
  },
  stories: [
    {
      titles: [
        '{Few} square metres of {crop} behind {street}',
        'My first year of {crop} in {place}',
        'Planting {crop} with {person}, {few} square metres',
      ],
      openings: [
        'In {place} I was given a key and {few} square metres of clay behind {street}. I planted {crop}, because {person} said that nobody can fail with {crop}.',
        'The garden is {few} square metres behind {street}, on the edge of {place}, and slopes to the north. {Person} and I planted {crop} in it, against advice.',
      ],
      closings: [
        'I harvested {many} {crop} in all. I know, because I counted them twice.',
        'Next year I will plant half as much and look at it twice as often.',
      ],
    },
    {
      titles: [
        'What old {family} told me about {crop}',
        'Why {person} grows better {crop} than I do',
        'The {crop} on the other side of the hedge',
      ],
      openings: [
        'On the other side of the hedge {person} {family} grows {crop} that people stop to photograph. Mine come from the same packet, so one {weekday} I finally asked.',
        '{Person} {family} has grown {crop} on the next plot for {many} years and speaks about it in short sentences. I wrote down {few} of them.',
      ],
      closings: [
        'It turns out that the secret is manure. It always was.',
        'I did as I was told. The {crop} are better, and so are the conversations.',
      ],
    },
    {
      titles: [
        '{Crop}, slugs and {few} weeks of rain',
        'Losing the {crop} to rain in {place}',
        'How the slugs of {place} found my {crop}',
      ],
      openings: [
        'It rained for {few} weeks, as only {place} can, and the slugs wrote home about it. Soon there was not much left of the {crop} but labels.',
        'After {few} weeks of rain in {place} I went out with a torch to see what was eating the {crop}. The answer was: everything, and slugs above all.',
      ],
      closings: [
        'There is always next spring. Gardeners say this to one another the way sailors talk about harbours.',
        'I have ordered new seed. It is the same seed, and I am the same optimist.',
      ],
    },
  ],
  details: [
    'The soil was cold, heavy and full of old nails.',
    'A robin watched each hole being dug and inspected it at once.',
    '{Friend} brought a bag of leaf mould and would take nothing for it but coffee.',
    'Everything I sowed too early died, and everything I sowed too late caught up.',
    'The seed packet promised sixty days, and the packet has never been to my garden.',
    'Watering in the evening is pleasant for the gardener, and even more so for the slugs.',
    'Weeds, I have noticed, need no instructions.',
    'The compost heap runs warmer than the house.',
    'Mulch did more than all of my digging, and it is easier on the back.',
    'An old bathtub collects the rain and, every few days, one surprised frog.',
  ],
}

const birds: Topic = {
  name: 'birds',
  slots: {
    spot: listOf(
      'the canal, the gravel pit, the cemetery, the reservoir, the old harbour, the sewage works, the reed bed, ' +
        'the brickworks, the lighthouse',
    ),
    lodger: listOf(
      'barn owl, kestrel, peregrine falcon, jackdaw, black redstart, swift, tawny owl, magpie, white stork, raven',
    ),
  },
  stories: [
    {
      titles: [
        'Waiting for the {bird} at {spot}',
        '{many} cold mornings for one {bird}',
        'The {bird} and I, at {spot}',
      ],
      openings: [
        'For {few} years {person} had told me about the {bird} at {spot}, and for {few} years I had seen ducks. Then, after {many} cold mornings, it was simply there.',
        'It took {many} cold mornings at {spot} before I saw the {bird}. {Person} had seen it on the first, naturally, and had been kind about it.',
      ],
      closings: [
        'It stayed for less than a minute. I have been happy about it since {month}.',
        'I did not take a picture. I was busy looking.',
      ],
    },
    {
      titles: [
        'Counting birds at {spot} every {weekday}',
        'A year of birds at {spot} with {person}',
        '{many} birds from one bench at {spot}',
      ],
      openings: [
        'Every {weekday} for a year {person} and I sat on the same bench at {spot} and wrote down what came past. The list has {many} names on it, and a question mark that may have been a {lodger}.',
        'The bench at {spot} is not scenic. Still, in a year of {weekday}s {person} and I counted {many} kinds of bird from it, the {bird} among them.',
      ],
      closings: [
        'The list is pinned up in my kitchen. Visitors read it and then look out of the window.',
        'We are doing it again this year, on the same bench, with better cushions.',
      ],
    },
    {
      titles: [
        'A {lodger} lives above {street}',
        'The {lodger} of {street}, by its neighbours',
        'Sharing a roof on {street} with a {lodger}',
      ],
      openings: [
        "A {lodger} has moved in above the chemist's on {street}. {Person} noticed it first, because of the noise, and within {few} days the whole street had opinions.",
        'We have shared our roof on {street} with a {lodger} since {month}. {Person} upstairs calls it the landlord, since it makes the most noise and pays nothing.',
      ],
      closings: [
        'The scaffolding has been put off until autumn. Nobody had to be asked twice.',
        'In the evening people stop on the pavement and look up. I like my street better than I did.',
      ],
    },
  ],
  details: [
    'The binoculars were borrowed and older than I am, and they were perfect.',
    'Most of birdwatching is standing still and being wrong about gulls.',
    'You hear it long before you see it, a thin note like a gate in the wind.',
    'A jogger stopped to ask what we were looking at, and stayed for half an hour.',
    '{Friend} can tell the small brown ones apart by temper alone.',
    'The flask of tea is not optional equipment.',
    'The field guide shows it in colours that it wears for about two weeks a year.',
    'Then the light came in low under the cloud, and everything had an outline.',
    'The notebook got wet, so some of the numbers are a matter of faith.',
    'It looked straight at me, decided that I was furniture, and went on with its day.',
  ],
}

/** Subjects from under the open sky. */
export const outdoorTopics: OneOrMore<Topic> = [garden, birds]
