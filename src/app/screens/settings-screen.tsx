import {
  type Icon,
  IconBell,
  IconBulb,
  IconCalendarShare,
  IconChevronLeft,
  IconChevronRight,
  IconDatabase,
  IconDeviceLaptop,
  IconInbox,
  IconKey,
  IconKeyboard,
  IconMicrophone,
  IconPencilCheck,
  IconShieldCheck,
  IconUserCircle,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { TokensSection } from "../../features/access/web/tokens-section";
import { ShareSection } from "../../features/analytics/web/share-section";
import { AuditSection } from "../../features/audit/web/audit-section";
import { useUser } from "../../features/auth/web/auth-queries";
import { ProfileSection } from "../../features/auth/web/profile-section";
import { SessionsSection } from "../../features/auth/web/sessions-section";
import { PlanLimit } from "../../features/billing/web/plan-limit";
import { CorrectionsSection } from "../../features/corrections/web/corrections-section";
import { FeedSection } from "../../features/feeds/web/feed-section";
import { MutedSection } from "../../features/inbox/web/filters/muted-section";
import { MessageDialog } from "../../features/inbox/web/source-views";
import { ToolCallsSection } from "../../features/mcp/web/tool-calls-section";
import { DigestSection } from "../../features/notifications/web/digest/digest-section";
import { NotificationsSection } from "../../features/notifications/web/notifications-section";
import { PushSection } from "../../features/notifications/web/push/push-section";
import { WebhooksSection } from "../../features/outgoing/web/webhooks-section";
import { DeleteAccountSection } from "../../features/portability/web/delete-account";
import { DeleteTeamSection } from "../../features/portability/web/delete-team";
import { DeletedTeams } from "../../features/portability/web/deleted-teams";
import { ExportSection } from "../../features/portability/web/export-section";
import { OwnExportSection } from "../../features/portability/web/own-export-section";
import { ConsentsSection } from "../../features/privacy/web/consents-section";
import { PrivacySection } from "../../features/privacy/web/privacy-section";
import { SpeechSection } from "../../features/speech/web/speech-section";
import { may } from "../../features/teams/rights";
import { InvitationsSection } from "../../features/teams/web/invitations-section";
import { MembersSection } from "../../features/teams/web/members-section";
import { useTeam } from "../../features/teams/web/team-queries";
import { TeamSection } from "../../features/teams/web/team-section";
import { lazyView } from "../../web/ui/lazy-part";
import { usePreload } from "../../web/ui/use-preload";
import navEntry from "../shell/nav-entry.module.css";
import { KeyboardSection } from "./keyboard/keyboard-section";
import { settingsIndex, type SettingsViewer as Viewer } from "./settings-index";
import classes from "./settings-screen.module.css";
import type { SettingsSection } from "./settings-sections";

const MemorySection = lazyView(
  () => import("../../features/context/web/memory/memory-section"),
  "MemorySection",
);

const ahead = [MessageDialog];

/** One page of the settings, at `/settings/{id}`. To add one, add an entry to {@link sections}. */
interface Section {
  id: SettingsSection;
  icon: Icon;
  View: (viewer: Viewer) => ReactNode;
}

const sections: Section[] = [
  {
    id: "profile",
    icon: IconUserCircle,
    View: ({ user }) => (
      <>
        <ProfileSection user={user} />
        <OwnExportSection />
        <DeleteAccountSection user={user} />
      </>
    ),
  },
  { id: "team", icon: IconUsers, View: TeamPage },
  {
    id: "inbox",
    icon: IconInbox,
    View: ({ team }) => <MutedSection teamId={team.id} />,
  },
  {
    id: "notifications",
    icon: IconBell,
    View: ({ demo }) => (
      <>
        <NotificationsSection />
        {!demo && <PushSection />}
        {!demo && <DigestSection />}
      </>
    ),
  },
  {
    id: "keyboard",
    icon: IconKeyboard,
    View: ({ user }) => <KeyboardSection user={user} />,
  },
  {
    id: "corrections",
    icon: IconPencilCheck,
    View: ({ team }) => <CorrectionsSection teamId={team.id} />,
  },
  {
    id: "memory",
    icon: IconBulb,
    View: ({ team }) => <MemorySection teamId={team.id} />,
  },
  {
    id: "privacy",
    icon: IconShieldCheck,
    View: ({ team }) => (
      <>
        <PrivacySection team={team} MessageDialog={MessageDialog} />
        <ShareSection teamId={team.id} />
        <ConsentsSection teamId={team.id} />
      </>
    ),
  },
  {
    id: "speech",
    icon: IconMicrophone,
    View: ({ team, demo }) => <SpeechSection team={team} demo={demo} />,
  },
  {
    id: "calendar",
    icon: IconCalendarShare,
    View: ({ team }) => <FeedSection teamId={team.id} />,
  },
  {
    id: "tokens",
    icon: IconKey,
    View: ({ team }) => (
      <>
        <TokensSection teamId={team.id} />
        <ToolCallsSection teamId={team.id} />
      </>
    ),
  },
  {
    id: "webhooks",
    icon: IconWebhook,
    View: ({ team }) => <WebhooksSection teamId={team.id} />,
  },
  {
    id: "sessions",
    icon: IconDeviceLaptop,
    View: () => <SessionsSection />,
  },
  {
    id: "data",
    icon: IconDatabase,
    View: DataPage,
  },
];

/**
 * The settings: a list of sections next to the section in the address. On phones, the list comes first, then
 * the page.
 */
export function SettingsScreen() {
  usePreload(ahead);
  const { data: team } = useTeam();
  const { data: user } = useUser();
  const [path] = useLocation();
  const named = path.split("/")[2];
  useEffect(() => {
    if (named !== undefined) document.getElementById("view")?.scrollTo(0, 0);
  }, [named]);
  const screen = useRef<HTMLDivElement>(null);
  useKeptFocus(screen, named);
  if (!team || !user) return null;
  const viewer = { team, user, demo: user.demoEndsAt !== null };
  const shown = sections.filter(({ id }) => settingsIndex[id].shown?.(viewer) ?? true);
  const current = shown.find(({ id }) => id === named) ?? shown[0];
  return (
    <div className={classes.screen} data-section={named} ref={screen}>
      <nav className={classes.rail} aria-label="Settings">
        {shown.map((section) => (
          <Link
            key={section.id}
            href={`/settings/${section.id}`}
            className={`${navEntry.entry} ${classes.entry}`}
            aria-current={section === current ? "page" : undefined}
          >
            <section.icon size={18} stroke={1.75} aria-hidden />
            <span className={classes.words}>
              <span>{settingsIndex[section.id].name}</span>
              <span className={classes.about}>{settingsIndex[section.id].about}</span>
            </span>
            <IconChevronRight size={16} className={classes.chevron} aria-hidden />
          </Link>
        ))}
      </nav>
      <div className={classes.column} key={current?.id}>
        <Link href="/settings" className={classes.back ?? ""}>
          <IconChevronLeft size={18} aria-hidden />
          All settings
        </Link>
        {current && <current.View {...viewer} />}
      </div>
    </div>
  );
}

/**
 * On phones, a press on an entry hides the list with it, and "All settings" hides the page. The page's heading
 * gets the focus then, and the entry gets it back. Elsewhere both stay visible, and the focus stays.
 */
function useKeptFocus(screen: RefObject<HTMLElement | null>, named: string | undefined): void {
  const shown = useRef(named);
  useEffect(() => {
    const left = shown.current;
    shown.current = named;
    const active = document.activeElement;
    if (left === named || !screen.current || (active !== document.body && active?.checkVisibility())) return;
    const next = named === undefined ? `nav a[href$="/settings/${left}"]` : "h2";
    screen.current.querySelector<HTMLElement>(next)?.focus({ preventScroll: true });
  }, [named, screen]);
}

function DataPage({ team }: Viewer) {
  return (
    <>
      <ExportSection teamId={team.id} />
      <AuditSection teamId={team.id} />
      <DeleteTeamSection team={team} />
    </>
  );
}

function TeamPage({ team, user, demo }: Viewer) {
  return (
    <>
      <TeamSection team={team} demo={demo} />
      {!demo && <DeletedTeams />}
      <MembersSection team={team} userId={user.id} demo={demo} />
      {!demo && <PlanLimit teamId={team.id} of="teamMembers" />}
      {!demo && may(team.role, "invite") && <InvitationsSection teamId={team.id} />}
      {demo && (
        <p className={classes.note}>
          This is a demo without invitations and new teams. Start a free trial to use both with your own team.
        </p>
      )}
    </>
  );
}
