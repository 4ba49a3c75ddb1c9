import { questionWords, stem } from "./words";

/**
 * Words of a question that its answer seldom repeats: verbs that others stand in for, what is asked for ("price"), how
 * it is described, and general words for things that the answer names ("equipment").
 */
const replaceable = new Set(
  `accept accepted achieve add added advise advised affect agree allow apply appoint appointed approach arrange arrive
  attend avoid bad become been began begin best better big book booked bring brought build built buy bought call called
  came cancel cancelled carry cause change changed charge charged check choose chosen chose claim close come complete
  confirm consider contact contain continue contributed copy cost cover create cut date day deal delay delayed deliver
  delivered depend develop did different difference difficult do effect end ended ensure enough ever exist expect
  expected expire explain explained fail feel felt figure fill final finally find finish first fix fixed follow found
  future get go goes gone good got great grow handle happen happened hear heard held help hold hour idea important
  improve include increase inform install intend interested involve involved issue join keep kept kind know known large
  last late latest lead learn least leave left let level list long look lose lost lot made make manage many matter
  maximum mean means meant meet met minimum miss missed money month move moved much name need needed new news next
  notice number occur offer offered old open operate order ordered organize outcome own owner part pass past pay paid
  people person place plan planned plans point possible postpone postponed prefer prepare present prevent price problem
  produce promise promised properly propose proposed provide publish purpose put question rate reach read ready real
  really reason reasons receive received recommend recommended reject relate remain remove repair report request require
  required resolve responsible result results return review right run sale sell send sent serve set shall share show
  sign signed since small sold solution solve solved soon sort speak specific spend start started status stay step still
  stop store strategy submit suggest suggested supply support suppose take taken tell thing things time today told took
  topic total trend tried try turn type understand update use used useful using usually value version visit wait want
  wanted way week went will win work worked working worry worth write written wrong wrote year yesterday yet
  action activity agenda area aspect case category condition data description detail device document effort element
  equipment evaluation event facility factor feature form information instrument item kind material measure method
  object option policy procedure process project reference role rule service setting setup situation software source
  state statement step structure subject system task tool`
    .split(/\s+/)
    .flatMap((word) => [word, stem(word)]),
);

/** Only questions in English are read like this: of other languages, these words are not known. */
const english =
  /\b(?:what|which|who|whose|whom|when|where|why|how|did|does|the|about|(?:is|are|was|were) (?:there|this|that|it|any|my|our)|has|have|can|could|should)\b/i;
/** Words that English lacks. */
const foreign =
  /\b(?:der|das|den|dem|ein|eine|und|ist|sind|le|les|des|el|los|il|het|een|och|quand|wann|quando)\b/i;

/** The words of a question that an answer to it has, as stems: things and topics. */
export function neededWords(question: string): string[] {
  if (!english.test(question) || foreign.test(question)) return [];
  const needed = questionWords(question).filter(
    (word) =>
      word.length > 2 && !/\d|ly$/.test(word) && !replaceable.has(word) && !replaceable.has(stem(word)),
  );
  return [...new Set(needed.map(stem))];
}
