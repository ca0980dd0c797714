import type { Mutant } from './instrument.ts'

/**
 * Mutants that were read by hand, by their server and Stryker's number, under the reason why no client of the document can tell
 * them from the server as it is.
 */
const notVisible: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'json-server-module': {
    'does the same for every request: the other branch needs what never is, such as a mock mode or a post without an id':
      '417 425 438 452 458 635',
    'is about relations between collections, and there is one': '2 4 6 8 9 10 11',
    'is about query parameters, which the document does not show':
      '213 214 215 216 224 225 226 262 343 367 398 405 412 413 414 420 421',
    'is about a header that the document does not show': '66 67 69 353 354 355 356 357 431 433 434',
    'is about PATCH, which is not in the document': '449 451',
    'changes the status of a write that names no post, which the document leaves open': '464 677',
    'changes the words of an error, or what is logged': '130 649',
    'leaves the file unwritten, which shows after a restart alone': '603',
    'makes every reply two seconds late, and the document shows no time-outs': '64',
  },
  loopback: {
    'does the same for every request: the other branch needs a null, another id type or a store in a browser':
      '8 190 191 194 201 204 212 343 349 352 378 380 391 393 394 403 408 556 559 562 563 566 568 577 580 590 595 606 697 704 709 713 715 717 718 741 761 763 764 840 845 958 1060 1125',
    'is about query parameters and the order of the list, which the document does not show':
      '599 600 603 607 612 618 621 646 649 655 658 660 662 664 665 670 675 678 680 681 709 712 839 842 856',
    'is about an id that the client chose, which the layer above refuses': '420',
    'changes the body of the reply to a create, or the reply to a replace of a post that is not there, which the document leaves open':
      '419 1128 1131 1134',
  },
  feathers: {
    'does the same for every request: the other branch needs options that are not set':
      '56 60 62 64 66 83 116 119 147 148 225 261 262 263 264 267 273 454 455 517 523 526 536 555 599 606 665',
    'is about query parameters, which the document does not show':
      '54 57 58 59 61 63 65 67 69 84 85 86 89 94 96 100 114 115 117 118 120 121 122 124 127 145 183 184 189 201 203 207 209 212 214 218 219 220 222 223 224 227 266 268 452 511 512 513 515 518 519 521 524 525 527 528 529 531 556 557 558 559 660 662 673 677',
    'is about paths, methods and errors that are not in the document': '413 420 444 445 460 644 654',
    'changes the body of an error, the status of one that the document leaves open, or what is logged':
      '418 419 421 422 423 442 603',
    'gives out other ids: the service chooses them': '612',
    'takes a body that is not an object, which the document leaves open': '616 617 618',
  },
  'tour-of-heroes': {
    'does the same for every request: the other branch needs another address, option, id or data service':
      '352 354 355 358 359 361 364 369 370 376 379 384 389 391 394 397 399 400 403 404 425 435 442 446 461 478 529 551 572 604 616 617 619 644 654 665 672 690 718 755 783 784 789',
    'is about the text of a status or of an error, or whether Angular calls a reply an error: the status and the body are sent all the same':
      '305 308 311 312 315 316 318 540 542 545 548 738',
    'is about query parameters and paths that the document does not show': '475 602 688 812',
    'is about a header that the document does not show': '439 527 663 666 691 733',
    'changes the reply to a replace or a delete of a post that is not there, which the document leaves open':
      '758 765 766 780',
  },
}

const reasons = new Map(
  Object.entries(notVisible).flatMap(([server, groups]) =>
    Object.entries(groups).flatMap(([reason, numbers]) =>
      numbers.split(' ').map((id) => [`${server} ${id}`, reason] as const),
    ),
  ),
)

/** Why a mutant cannot be seen through the interface; undefined where it can, or nobody has read it. */
export function reasonNotVisible(server: string, { id }: Pick<Mutant, 'id'>): string | undefined {
  return reasons.get(`${server} ${id}`)
}
