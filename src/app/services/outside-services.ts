import type { OutsideService } from "../../features/privacy/contract";
import { serverService } from "../../features/speech/server/speech-server";
import type { speechServerIn } from "../../features/speech/settings";
import type { LanguageModel } from "../../server/language-model/language-model";

/** What may send texts or sound of a team to other machines, which the privacy page lists and teams can switch off. */
export function outsideServices(
  model: LanguageModel | null,
  speechServer: ReturnType<typeof speechServerIn>,
): OutsideService[] {
  const services: OutsideService[] = [];
  if (model)
    for (const purpose of ["triage", "chat", "breakdown", "meeting"] as const)
      services.push({ purpose, service: model.service, host: model.host, model: model.model });
  if (speechServer)
    services.push({
      purpose: "speech",
      service: serverService,
      host: speechServer.host,
      model: speechServer.model,
    });
  return services;
}
