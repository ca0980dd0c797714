import { listOf, type OneOrMore } from './picking.ts'
import type { Topic } from './story.ts'

const photography: Topic = {
  name: 'photography',
  slots: {
    camera: listOf(
      "a plastic camera, an old folding camera, a toy camera, a twin-lens camera, my grandmother's camera, " +
        'a borrowed camera, a camera without batteries',
    ),
  },
  stories: [
    {
      titles: [
        'One roll of film in {place}, {few} days',
        '{place} with {camera} and one roll',
        'Thirty-six frames of {place} in {month}',
      ],
      openings: [
        'I gave myself {few} days in {place}, one roll of film and {camera}. Thirty-six frames sound like plenty until you have used eleven of them on the first bridge.',
        'The rule for {place} was simple: {few} days, one roll of thirty-six, no second tries. I took {camera}, because it is light and because nobody minds it.',
      ],
      closings: [
        'Nine of the pictures are good, and I can tell you what the air smelled like in each of them.',
        'I have been back to {place} with a better camera. It was not the same, and it was not the camera.',
      ],
    },
    {
      titles: [
        "Printing in {person}'s bathroom on a {weekday}",
        'Our darkroom on {street} is a bathroom',
        'A darkroom on {street}, open every {weekday}',
      ],
      openings: [
        "Every {weekday} {person}'s bathroom on {street} becomes a darkroom. The bathtub holds the trays, a red bulb hangs over the mirror, and guests are asked to plan ahead.",
        'It takes {many} minutes to turn the bathroom on {street} into a darkroom, and an hour to turn it back. {Person} has it down to an art and does both every {weekday}.',
      ],
      closings: [
        'The prints dry on the line above the bath. By morning they are flat, and it is a bathroom again.',
        'I still take the digital camera on holiday. But I no longer think of it as the easy way.',
      ],
    },
    {
      titles: [
        'I photographed {many} strangers in {place}',
        '{many} portraits, one street in {place}',
        'What strangers in {place} said to {camera}',
      ],
      openings: [
        'For {few} weeks I asked people in one street in {place} for a portrait, and {many} of them said yes. I used {camera}, which makes people smile before they are told to.',
        'The first stranger I asked in {place} said no, kindly, and so did the second. The third, {person}, looked at {camera} and sat down. In the end there were {many}, all from one street.',
      ],
      closings: [
        'Everyone in the pictures got a print. {Few} of them wrote back, and one sent jam.',
        'The portraits hang in the library until {month}. People come by to correct the captions.',
      ],
    },
  ],
  details: [
    'The light meter had died years ago, so I guessed, and was punished only twice.',
    'Noon was hopeless, so I slept then and went out for the long shadows.',
    'Without a screen on the back you look at the thing itself a little longer.',
    '{Friend} says that a good photograph has one thing too few in it.',
    'The best frame is the one that I took while winding on.',
    'I stood on a chair for the picture that looks the most natural.',
    'Somebody walked into the frame with an umbrella and made it better.',
    'Waiting for the negatives took a week, and I remember the week as well as the pictures.',
    'The blacks came out grey at first and then, with fresh developer, very black indeed.',
    'One picture has my thumb in it, and it is not the worst one.',
  ],
}

const furniture: Topic = {
  name: 'furniture',
  slots: {
    piece: listOf(
      'kitchen chair, writing desk, rocking chair, pine chest, sewing box, walnut cabinet, piano stool, ' +
        'bedside table, bookcase, milking stool',
    ),
  },
  stories: [
    {
      titles: [
        'I found a {piece} on {street}',
        'A {piece} from the kerb on {street}',
        'Saving a {piece} from the rain on {street}',
      ],
      openings: [
        'It stood on {street} in the rain with a note that said "please take me": a {piece} with {few} good joints and one bad one. {Person} helped to carry it and did not ask where it would go.',
        'Somebody on {street} had put a {piece} out at the kerb, in the rain. It had {few} layers of paint, a smell of cellar and very good bones.',
      ],
      closings: [
        'It has the best corner of the room now, and nobody is allowed to put a wet glass on it.',
        'The whole repair cost less than lunch. I have not added up the hours, and I will not.',
      ],
    },
    {
      titles: [
        'Old {family} and the {piece} that wobbled',
        "{Few} evenings in {family}'s workshop with a {piece}",
        "A {piece} in {family}'s workshop on {street}",
      ],
      openings: [
        'The {piece} had wobbled since {month}, and I had a screw and a plan. Old {family}, who has a workshop on {street}, took away the screw and gave me {few} evenings.',
        "I spent {few} evenings in {family}'s workshop on {street} learning how to take a wobbly {piece} apart. Putting it together again is a different course, I was told.",
      ],
      closings: [
        'It does not wobble any more. The floor, it turned out, had been part of the problem.',
        '{Family} would not take money. I was sent home with a pot of glue and a list of things not to do.',
      ],
    },
    {
      titles: [
        'My first {piece}, in {few} crooked weeks',
        'I built a {piece} with {person} in {month}',
        'Building a {piece} took {person} and me {few} weeks',
      ],
      openings: [
        'The drawing said one weekend. It took {person} and me {few} weeks to build a {piece} out of old floorboards, and {month} was over when the last clamp came off.',
        '{Person} owns tools and I own time, so in {month} we decided to build a {piece} from old floorboards. {Few} weeks later we had one, and a good deal of sawdust in the tea.',
      ],
      closings: [
        'It is not quite square. Neither is the room, and they get along.',
        'Somewhere inside, where nobody will look for a hundred years, we signed it.',
      ],
    },
  ],
  details: [
    'Under the {colour} paint there was cherry wood, the colour of strong tea.',
    'One of the old screws had been put in with a hammer, some time before the war.',
    'A sharp plane makes a sound like a page being turned.',
    'Measure twice, they say; I now measure until I get the same number.',
    'I cut on the wrong side of the line only once, and the wood has been forgiving.',
    '{Friend} lent me a chisel and, a day later, a plaster.',
    'The clamps stayed on overnight, and it was the longest night in a while.',
    'I sanded with the grain, held it to the light, and did it again.',
    'The dust got everywhere, including into a sealed tin of biscuits.',
    'Linseed oil takes days to dry and smells of every museum I have liked.',
  ],
}

const languages: Topic = {
  name: 'languages',
  slots: {
    language: listOf(
      'Finnish, Portuguese, Georgian, Welsh, Icelandic, Japanese, Polish, Basque, Czech, Swahili, Greek, Estonian',
    ),
    age: listOf('thirty-seven, forty, forty-four, fifty, fifty-one, sixty, sixty-three, seventy'),
  },
  stories: [
    {
      titles: [
        'Learning {language} at {age}, one verb at a time',
        '{Few} months of {language} with {person}',
        'Why I started {language} at {age}',
      ],
      openings: [
        'At {age} I started to learn {language}, for no better reason than a song. {Person} teaches it on {weekday} evenings above a bicycle shop, and I have now been going for {few} months.',
        '{Few} months ago I knew two words of {language}, and one of them was wrong. {Person}, who teaches it on {weekday}s, says that {age} is a fine age to begin.',
      ],
      closings: [
        'Last week I told a joke. Nobody laughed, but everybody understood, and I count that.',
        'I will never be good at it. It has stopped mattering, and that may be the real lesson.',
      ],
    },
    {
      titles: [
        'My first phone call in {language}, with {person}',
        'I called {person} and spoke only {language}',
        '{Few} minutes of {language} with {person}',
      ],
      openings: [
        'For {few} minutes on a {weekday} I spoke only {language}, on the telephone, without hands or pictures. {Person} had agreed not to help, and kept the promise.',
        'The telephone is the hardest room to speak {language} in, because there is nothing to point at. On a {weekday} I called {person} and stayed on the line for {few} minutes.',
      ],
      closings: [
        'At the end {person} asked me to call again, slowly and clearly, so that I could not misunderstand.',
        'I hung up and had to lie down. Then I wrote to everyone I know.',
      ],
    },
    {
      titles: [
        "Page {many} of a children's book in {language}",
        'How {person} taught me {language} with a bear',
        'A picture book in {language}, a bear, and {person}',
      ],
      openings: [
        '{Person} gave me a picture book in {language} about a bear who cannot sleep, and told me to come back when I had finished. That was in {month}, and I am on page {many}.',
        'I am reading a picture book in {language}, about a bear who cannot sleep, and have reached page {many}. {Person} says that it is meant for children of {few}, so I mention it only here.',
      ],
      closings: [
        'I have looked ahead: the bear sleeps in the end. I was more moved than I had expected.',
        'Next comes the one about the hedgehog. I am told that it has the past tense in it.',
      ],
    },
  ],
  details: [
    'The grammar is a house with many rooms, and all of the light switches are outside.',
    'I put yellow notes on everything in the kitchen, and the fridge still has its own.',
    'The dictionary is from a flea market and knows seven words for scythe.',
    'I learned the numbers from a tram line and still cannot count without hearing the bell.',
    'The verbs are regular, except for those that people use.',
    'I asked for bread and was given, with great courtesy, a map.',
    '{Friend} corrects only every third mistake, which keeps me talking.',
    'Listening came long before speaking, and understanding jokes is not in sight.',
    'Children are the best teachers, since they have no idea that you are being brave.',
    'There is a word for the day after tomorrow, and I use it whenever I can.',
  ],
}

/** Subjects from the workbench, the desk and the armchair. */
export const indoorTopics: OneOrMore<Topic> = [photography, furniture, languages]
