import { listOf, type OneOrMore } from './picking.ts'
import type { Topic } from './story.ts'

const trains: Topic = {
  name: 'trains',
  slots: {
    route: listOf(
      'Vienna to Venice, Stockholm to Narvik, Paris to Nice, Berlin to Zürich, Brussels to Prague, ' +
        'London to Inverness, Hanoi to Huế, Zagreb to Zürich, Munich to Rome, Bucharest to Istanbul, ' +
        'Hamburg to Malmö, Milan to Palermo, Warsaw to Budapest, Oslo to Bergen, Helsinki to Rovaniemi',
    ),
  },
  stories: [
    {
      titles: [
        'The night train from {route} in {month}',
        '{Route} by night, with {few} strangers',
        'Asleep from {route}, on a {weekday} in {month}',
      ],
      openings: [
        'The night train from {route} leaves late and is rarely early. On a {weekday} in {month} I shared a coach with {few} strangers, and by midnight we had shared the sandwiches too.',
        'I could have flown. Instead I took the night train from {route} on a {weekday} in {month}, with a book, an apple and {few} strangers who also could have flown.',
      ],
      closings: [
        'I slept badly, arrived rested, and cannot explain it.',
        'Next time I will bring slippers. Everyone who knows about night trains brings slippers.',
      ],
    },
    {
      titles: [
        'Stuck in {place} for {few} hours, happily',
        'A missed train in {place} with {person}',
        'In praise of the {few}-hour wait in {place}',
      ],
      openings: [
        'The change in {place} was nine minutes, on paper. We came in {many} minutes late, and the next train was {few} hours away, so {person} and I went out to look at the town.',
        'I missed my train in {place} by the length of a platform. {Person}, who had missed it too, knew where to find soup, and the {few} hours were gone before we wanted them to be.',
      ],
      closings: [
        'I have been through {place} twice since then, both times on time and a little disappointed.',
        'The next train left on the minute. We nearly missed that one as well.',
      ],
    },
    {
      titles: [
        'The slow train to {place}, all {many} stops',
        '{many} stops to {place} with {person}',
        'Taking the slow train to {place}, on purpose',
      ],
      openings: [
        'There is a fast train to {place}, and there is one that stops {many} times. {Person} and I took the second one on a {weekday}, on purpose.',
        'The slow train to {place} stops {many} times, twice for no reason that I could see. I had a window, a flask and all of {weekday}, and {person} had the timetable.',
      ],
      closings: [
        'It took {few} hours more, and I would not give back one of them.',
        'We came into {place} at dusk, in no hurry, which is the right way to come into any town.',
      ],
    },
  ],
  details: [
    'The conductor knew half of the passengers by name and the other half by their luggage.',
    'My seat faced backwards, which I have come to prefer: you see longer what you have passed.',
    '{Friend} had told me to sit on the left, and that was good advice.',
    'The coffee came in a real cup and cost less than at the airport, as everything does.',
    "Somebody had left yesterday's newspaper, and it was read by everyone in turn.",
    'A child across the aisle counted the bridges aloud and got to thirty-one.',
    'Between two tunnels there was a lake, for perhaps four seconds.',
    'At one station an old man got on with a ladder, travelled one stop and got off again.',
    'The heating had two settings, and the other one was broken.',
    'Nobody looked at a telephone for an hour, and then everybody did, because of a cow.',
  ],
}

const running: Topic = {
  name: 'running',
  slots: {
    distance: listOf('a marathon, a half marathon, ten kilometres, thirty kilometres, fifteen kilometres'),
  },
  stories: [
    {
      titles: [
        'Training for {distance} in {place} in {month}',
        '{Few} months to {distance}, with {person}',
        'How {person} talked me into {distance}',
      ],
      openings: [
        '{Person} signed us both up for {distance} in {place} before I had owned running shoes for a week. That left {few} months, {month} among them.',
        'In {month} I could not run for the tram. {Few} months later {person} and I stood at a start line in {place}, with {distance} ahead of us.',
      ],
      closings: [
        'My time was nothing to write about, so I will only say that I had company.',
        'We have signed up again. {Person} did it while I was stretching.',
      ],
    },
    {
      titles: [
        'Running at six, every {weekday}, around {place}',
        'The {weekday} run in {place} starts at six',
        '{Few} people run through {place} at dawn',
      ],
      openings: [
        'At six on a {weekday} {place} belongs to bakers, cats and the {few} of us. {Person} started the run years ago and has missed it twice.',
        'I joined the {weekday} run in {place} because {person} promised that it was slow. It is slow, it is at six in the morning, and there are usually {few} of us.',
      ],
      closings: [
        'Afterwards there is coffee, and I will not pretend that this is not the reason.',
        'Come along if you are in {place}. Nobody will ask about your pace.',
      ],
    },
    {
      titles: [
        '{Few} weeks without running, by order of {person}',
        'Learning to rest: {few} weeks off in {place}',
        'My knee, {person} and {few} slow weeks',
      ],
      openings: [
        'My left knee filed a complaint in {place}, and {person}, who knows about knees, told me to stop for {few} weeks. I had not known how much of my week was made of running.',
        'I was in {place}, in the best shape of my life, when a kerb met my knee. {Person} prescribed {few} weeks of walking, and no discussion.',
      ],
      closings: [
        'The first run back was twenty minutes long and felt like a holiday.',
        'I run a little less now, and notice a good deal more.',
      ],
    },
  ],
  details: [
    'The plan on the fridge was drawn in pencil, which was wise.',
    'Rain is only a problem until you are wet.',
    '{Friend} says that the hardest part is the door, and it is.',
    'I learned the hills by their lamp posts, one lamp post at a time.',
    'New shoes changed nothing; new socks changed everything.',
    'My watch believes that I am six years older than I am.',
    'A dog joined me by the river, kept pace for a kilometre and left without a word.',
    'There is a bench at the top of the hill whose only purpose, I am sure, is temptation.',
    'I stopped listening to music and began to hear my own feet.',
    'Slow is a pace too, and it turns out to be the useful one.',
  ],
}

/** Subjects from the way to somewhere, by rail or on foot. */
export const journeyTopics: OneOrMore<Topic> = [trains, running]
