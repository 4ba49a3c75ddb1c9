import { expect, test } from "vitest";
import { preselected, templates } from "./templates";

test("WIZ-2 there are the six complete templates of the specification, in order", () => {
  expect(templates.map(({ id }) => id)).toEqual([
    "real-estate",
    "customer-support",
    "sales-team",
    "freelancer",
    "operations-team",
    "social-media-manager",
  ]);
  for (const template of templates) {
    const { name, description, useCase, icon, benefits, setupSteps, recommendedIntegrations } = template;
    for (const text of [name, description, useCase]) expect(text.trim()).not.toBe("");
    expect(icon).toBeDefined();
    expect(benefits.length).toBeGreaterThan(1);
    expect(setupSteps.length).toBeGreaterThan(1);
    for (const { provider, reason } of recommendedIntegrations) {
      expect(known).toContain(provider);
      expect(reason.trim()).not.toBe("");
    }
    expect(new Set(recommendedIntegrations.map(({ provider }) => provider)).size).toBe(
      recommendedIntegrations.length,
    );
  }
});

test("WIZ-2 a template preselects exactly its high-priority recommendations", () => {
  for (const template of templates) {
    const chosen = preselected(template);
    expect(chosen.length).toBeGreaterThan(0);
    for (const { provider, priority } of template.recommendedIntegrations)
      expect(chosen.includes(provider)).toBe(priority === "high");
  }
});

const known = ["gmail", "outlook", "slack", "whatsapp", "instagram", "facebook_messenger", "telegram", "sms"];
