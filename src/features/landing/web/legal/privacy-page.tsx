import { legalTexts } from "../texts";
import { LegalPage, type LegalSection, Offerer, Placeholder } from "./legal-page";

const sections: LegalSection[] = [
  {
    id: "responsible",
    title: "Who is responsible",
    body: (
      <>
        <p>
          The party that runs this installation of Zippy and offers it to you is responsible for your personal
          data:
        </p>
        <Offerer />
        <p>
          If you run Zippy for yourself, on your own machine, that party is you, and no one else receives your
          data unless you connect an outside service.
        </p>
      </>
    ),
  },
  {
    id: "data",
    title: "What data we store",
    body: (
      <ul>
        <li>
          <strong>Account:</strong> your name, email address and, if the identity provider has one, your
          picture.
        </li>
        <li>
          <strong>Content:</strong> messages from the accounts you connect or the archives you import, with
          senders and times; tasks; recordings and transcripts of meetings; your questions to the assistant
          and its answers; contacts and deals from a connected customer system.
        </li>
        <li>
          <strong>Conclusions:</strong> what Zippy finds in content, such as a task, its urgency and the words
          behind it.
        </li>
        <li>
          <strong>Connections:</strong> which accounts you connected, and the OAuth tokens or API keys for
          them.
        </li>
        <li>
          <strong>Activity:</strong> what was changed, when and by whom, so that you can undo it and see it in
          your analytics.
        </li>
        <li>
          <strong>Billing:</strong> plan, status of the subscription and payments. Card numbers go to the
          payment provider and never to us.
        </li>
        <li>
          <strong>Technical data:</strong> what we need to answer a request, such as your network address, and
          error logs.
        </li>
      </ul>
    ),
  },
  {
    id: "purposes",
    title: "What it is used for",
    body: (
      <>
        <p>
          We use data to provide Zippy to you and your team, to bill paid plans, to keep the service secure
          and to answer you. We don't sell it, show ads or build profiles for others.
        </p>
        <p>
          Where European Union law applies, the legal basis is the agreement with you (providing and billing
          Zippy), our legitimate interest (security, finding failures), the law (keeping invoices), and your
          consent where we ask for it. You can withdraw consent at any time.
        </p>
      </>
    ),
  },
  {
    id: "ai",
    title: "AI and speech services",
    body: (
      <>
        <p>
          Zippy reads and sorts messages with an engine that is part of the program. It can also use two
          outside services:
        </p>
        <ul>
          <li>
            <strong>An AI provider.</strong> If one is configured, the content a request needs (messages,
            tasks, transcripts and your questions) is sent to the AI provider, and its answer is stored with
            your data.
          </li>
          <li>
            <strong>A speech-to-text service.</strong> If one is configured, recordings of meetings are sent
            to the speech-to-text service for transcription.
          </li>
        </ul>
        <p>
          If neither is configured, nothing is sent to either. The services in use here:{" "}
          <Placeholder>AI provider and speech-to-text service, or none</Placeholder>.
        </p>
      </>
    ),
  },
  {
    id: "recipients",
    title: "Who else receives data",
    body: (
      <>
        <ul>
          <li>
            <strong>Your team:</strong> its members see what belongs to the team, as far as their role allows.
          </li>
          <li>
            <strong>The identity provider</strong> you sign in with, such as Google, learns that you signed
            in.
          </li>
          <li>
            <strong>Services you connect</strong> receive what Zippy needs to read from them or to sync.
          </li>
          <li>
            <strong>The payment provider</strong> handles payments for paid plans.
          </li>
          <li>
            <strong>Authorities</strong>, where the law requires it.
          </li>
        </ul>
        <p>
          If a recipient is outside your country, we ensure the protection that the law requires, such as
          standard contractual clauses. Data is stored in <Placeholder>Country of storage</Placeholder>.
        </p>
      </>
    ),
  },
  {
    id: "security",
    title: "How data is protected",
    body: (
      <ul>
        <li>
          OAuth tokens and API keys are <strong>encrypted at rest with AES-256-GCM</strong>, under a key that
          is stored separately from the database. They never appear in a response, a log or an export.
        </li>
        <li>
          Access is <strong>role-based</strong>: what you can see and change depends on your team and your
          role in it (member, admin, owner). You can't see that another team’s data exists.
        </li>
        <li>Sessions are stored as a hash, and end when you sign out.</li>
        <li>Over the internet, connections between your browser and Zippy are encrypted (TLS).</li>
      </ul>
    ),
  },
  {
    id: "cookies",
    title: "Cookies and your browser’s storage",
    body: (
      <p>
        Zippy sets one cookie, which keeps you signed in. Your browser also remembers settings such as the
        theme and unsaved drafts. None of this is used to track you, and there are no third-party cookies.
        Sign-in and payment pages of outside providers have their own rules.
      </p>
    ),
  },
  {
    id: "keeping",
    title: "How long data is kept",
    body: (
      <>
        <p>We keep your data for as long as you use Zippy. After that:</p>
        <ul>
          <li>
            <strong>After a trial</strong> without a subscription: 30 days, then it is deleted.
          </li>
          <li>
            <strong>After a cancellation</strong> has taken effect: 30 days, then it is deleted.
          </li>
          <li>
            <strong>What you delete yourself</strong> can be restored for 30 days and is then deleted
            permanently.
          </li>
          <li>
            <strong>Disconnected accounts:</strong> tokens are removed at once; messages and tasks stay until
            you delete them.
          </li>
          <li>
            <strong>Backups</strong> are overwritten within <Placeholder>backup period</Placeholder>.
          </li>
          <li>
            <strong>Invoices</strong> are kept as long as tax law requires.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: "rights",
    title: "Your rights",
    body: (
      <>
        <p>
          You can ask what we store about you, have it corrected, receive a portable copy, have it deleted,
          restrict or object to its use, and complain to your data protection authority.
        </p>
        <p>
          Write to us at the address above. We answer requests about privacy and deletion{" "}
          <strong>within 30 days</strong>. If your team’s owner is responsible for the data, we may forward
          your request to them.
        </p>
      </>
    ),
  },
  {
    id: "children",
    title: "Children",
    body: (
      <p>
        Zippy is not for children under <strong>13</strong>, or in the European Union under{" "}
        <strong>16</strong>. If we learn that we have data of a younger person, we delete it.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Changes to this policy",
    body: (
      <p>
        The date at the top says when this policy was last changed. We tell you about important changes before
        they take effect. The law of <Placeholder>Jurisdiction</Placeholder> applies.
      </p>
    ),
  },
];

/** Markup only: the build renders it into privacy.html. */
export function PrivacyPage() {
  return (
    <LegalPage
      title={legalTexts.privacy}
      intro={
        <>
          This policy says which personal data Zippy stores, what happens to it, who receives it and what you
          can ask for. It is part of the <a href="/terms">{legalTexts.terms}</a>.
        </>
      }
      sections={sections}
    />
  );
}
