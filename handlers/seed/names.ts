import { listOf } from './picking.ts'

/** Given names from many countries, for the main person of a story. */
export const people = listOf(
  'Zoë, Søren, Mireille, Tomasz, Łukasz, Inês, Anaïs, Björn, Chloé, Emre, Farah, Giulia, Håkon, Ilse, Jürgen, ' +
    'Kwame, Leïla, Mateus, Nadia, Oisín, Priya, Ruth, Siobhán, Tariq, Ursula, Violeta, Wanda, Ximena, Yuki, Zdeněk, ' +
    'Amara, Bruno, Clara, Dmitri, Elif, Frida, Gustav, Hana, Ivan, Joana, Kenji, Lorenzo, Marta, Noor, Otto, Paula, ' +
    'Rosa, Stefan, Tove, Vera, Arthur, Beatriz, Cormac, Dolores, Esther, Fatou, Grace, Hamid, Iris, Jonas',
)

/** Given names for other persons; none is in `people`, so that two persons never have the same name. */
export const friends = listOf(
  'Agnieszka, Bilal, Carmen, Désirée, Eoin, Fiona, Gabriel, Hélène, Ismael, Jana, Kofi, Liv, Margot, Nils, Olga, ' +
    'Pascal, Renée, Samir, Thea, Ulrich, Vincent, Wiebke, Xavier, Yara, Žofie, Ágnes, Ingrid, Rafael, Soraya, Tim',
)

/** Family names from many countries. */
export const families = listOf(
  'Halvorsen, Brandt, Okafor, Lindqvist, Moreau, Novák, Petrov, Silva, Tanaka, Byrne, Kowalska, Mäkinen, Ferrari, ' +
    'Jansen, Öztürk, Marchetti, Sørensen, Quigley, Walsh, Haddad, Brennan, Castellano, Dvořák, Eklund, Fontaine, ' +
    'Galloway, Hartmann, Ivanova, Keller, Lacroix, Mulligan, Nakamura, Oduya, Pereira, Rossi, Schneider, Takács, Urban',
)

/** Names of towns. */
export const places = listOf(
  'Tromsø, Porto, Zürich, Kraków, Reykjavík, Ljubljana, Ghent, Bergen, Malmö, Lisbon, Trieste, Galway, Aarhus, ' +
    'Tallinn, Riga, Bologna, Nairobi, Valparaíso, Oaxaca, Kyoto, Sapporo, Hanoi, Tbilisi, Montréal, Halifax, Hobart, ' +
    'Wellington, Cádiz, Třebíč, Göteborg, Łódź, Brno, Graz, Leipzig, Inverness, Bristol, Savannah, Duluth, ' +
    'Asheville, Dakar, Cork, Nantes, Turin, Tartu, Kanazawa, Antwerp, Coimbra, Plovdiv',
)
