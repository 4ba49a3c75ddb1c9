import { type Route, route } from "../../server/http/http";
import { getSpeech, installSpeechEngine, removeSpeechEngine } from "./contract";
import type { SpeechService } from "./service";

export const speechRoutes = (speech: SpeechService): Route[] => [
  route(getSpeech, ({ actor, params }) => speech.state(actor, params.teamId)),
  route(installSpeechEngine, ({ actor, params }) => speech.install(actor, params.teamId)),
  route(removeSpeechEngine, ({ actor, params }) => speech.remove(actor, params.teamId)),
];
