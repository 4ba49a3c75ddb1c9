import {
  IconActivity,
  IconDots,
  IconHash,
  IconPlugConnected,
  IconPlugConnectedX,
  IconRefresh,
  IconSettings,
  IconTestPipe,
} from "@tabler/icons-react";
import { useState } from "react";
import { AnchoredMenu } from "../../../../web/ui/menu/anchored-menu";
import { MenuDivider, MenuItem } from "../../../../web/ui/menu/menu-items";
import type { IntegrationAccount, IntegrationProvider } from "../../contract";
import { useSyncNow, useTestAccount } from "../integration-queries";
import classes from "../integrations.module.css";
import { ShowAll } from "../show-all";
import { ConnectDialog } from "./connect-dialog";
import { ConversationsDialog } from "./conversations-dialog";
import { DisconnectQuestion } from "./disconnect-question";
import { ProofDialog } from "./proof-dialog";
import { SyncSettingsDialog } from "./sync-settings-dialog";

interface AccountsProps {
  provider: IntegrationProvider;
  teamId: string;
  mayManage: boolean;
  /** An account's row is about to disappear, together with the focus. */
  onGone: () => void;
}

/** Accounts shown before "Show all". */
const shownFirst = 5;

/** The accounts connected to one provider. */
export function ProviderAccounts({ provider, teamId, mayManage, onGone }: AccountsProps) {
  const [all, setAll] = useState(false);
  const { accounts, name } = provider;
  if (accounts.length === 0) return null;
  return (
    <div>
      <ul className={classes.accounts} aria-label={`Accounts connected to ${name}`}>
        {(all ? accounts : accounts.slice(0, shownFirst)).map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            provider={provider}
            teamId={teamId}
            mayManage={mayManage}
            onGone={onGone}
          />
        ))}
      </ul>
      <ShowAll count={accounts.length} shownFirst={shownFirst} all={all} onChange={setAll} />
    </div>
  );
}

type Open = "disconnect" | "settings" | "conversations" | "proof" | "reconnect";

/** One connected account and its actions. */
function AccountRow({
  account,
  provider,
  teamId,
  mayManage,
  onGone,
}: AccountsProps & { account: IntegrationAccount }) {
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const sync = useSyncNow(teamId);
  const test = useTestAccount(teamId);
  const close = () => setOpen(null);
  const busy = sync.isPending || test.isPending;
  const choose = (next: Open) => () => {
    setMenu(null);
    setOpen(next);
  };
  return (
    <li className={classes.account}>
      <div className={classes.words}>
        <span className={classes.name} dir="auto">
          {account.accountName}
        </span>
        {account.accountEmail && account.accountEmail !== account.accountName && (
          <span className={classes.meta} dir="auto">
            {account.accountEmail}
          </span>
        )}
        {(account.onlyMe || account.status === "reconnect") && (
          <span className={classes.meta}>
            {account.status === "reconnect" ? (
              <strong className={classes.problem}>Reconnect needed</strong>
            ) : null}
            {account.status === "reconnect" && account.onlyMe ? " · " : null}
            {account.onlyMe ? "Only you" : null}
          </span>
        )}
      </div>
      <button
        type="button"
        className={classes.more}
        aria-label={`Actions for ${account.accountName}`}
        aria-haspopup="menu"
        aria-busy={busy}
        onClick={({ currentTarget }) => setMenu(currentTarget)}
      >
        {busy ? (
          <IconRefresh size={18} className={classes.turning} aria-hidden />
        ) : (
          <IconDots size={18} aria-hidden />
        )}
      </button>
      {menu && (
        <AnchoredMenu
          button={menu}
          label={`Actions for ${account.accountName}`}
          onClose={() => setMenu(null)}
        >
          {provider.syncs && (
            <Item icon={IconRefresh} label="Sync now" onClick={() => sync.mutate(account.id)} />
          )}
          <Item icon={IconTestPipe} label="Test connection" onClick={() => test.mutate(account.id)} />
          <Item icon={IconActivity} label="Prove it" onClick={choose("proof")} />
          {mayManage && (
            <>
              <MenuDivider />
              {provider.choosesConversations && (
                <Item icon={IconHash} label="Choose conversations" onClick={choose("conversations")} />
              )}
              {provider.syncs && (
                <Item icon={IconSettings} label="Sync settings" onClick={choose("settings")} />
              )}
              <Item icon={IconPlugConnected} label="Reconnect" onClick={choose("reconnect")} />
              <Item danger icon={IconPlugConnectedX} label="Disconnect" onClick={choose("disconnect")} />
            </>
          )}
        </AnchoredMenu>
      )}
      {open === "disconnect" && (
        <DisconnectQuestion
          account={account}
          provider={provider}
          teamId={teamId}
          onClose={close}
          onGone={onGone}
        />
      )}
      {open === "settings" && <SyncSettingsDialog account={account} teamId={teamId} onClose={close} />}
      {open === "conversations" && <ConversationsDialog account={account} teamId={teamId} onClose={close} />}
      {open === "proof" && (
        <ProofDialog account={account} provider={provider} teamId={teamId} onClose={close} />
      )}
      {open === "reconnect" && (
        <ConnectDialog provider={provider} teamId={teamId} again={account} onClose={close} />
      )}
    </li>
  );
}

interface ItemProps {
  icon: typeof IconRefresh;
  label: string;
  onClick: () => void;
  danger?: boolean;
}

function Item({ icon: Icon, label, onClick, danger = false }: ItemProps) {
  return (
    <MenuItem leftSection={<Icon size={16} stroke={1.75} aria-hidden />} onClick={onClick} danger={danger}>
      {label}
    </MenuItem>
  );
}
