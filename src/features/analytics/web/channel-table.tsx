import { SectionCard } from "../../../web/ui/section-card";
import { channelName } from "../../channels/channels";
import { ChannelBadge } from "../../channels/web/channel-badge";
import type { ChannelFigures } from "../contract";
import classes from "./analytics.module.css";
import { FigureButton, type OpenedFigure } from "./figure-button";
import { durationOf } from "./figure-words";
import { analyticsTexts } from "./texts";

interface ChannelTableProps {
  channels: ChannelFigures[];
  onOpen: (figure: OpenedFigure) => void;
}

/** What each channel brought, and what became of it. */
export function ChannelTable({ channels, onOpen }: ChannelTableProps) {
  return (
    <SectionCard title={analyticsTexts.channels}>
      {channels.length === 0 ? (
        <p className={classes.none}>No messages arrived in this time.</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Channel</th>
              <th scope="col">Received</th>
              <th scope="col">Needing action</th>
              <th scope="col">Resolved</th>
              <th scope="col">Median time to resolve</th>
            </tr>
          </thead>
          <tbody>
            {channels.map((row) => (
              <ChannelRow key={row.channel} row={row} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
      )}
    </SectionCard>
  );
}

function ChannelRow({ row, onOpen }: { row: ChannelFigures; onOpen: (figure: OpenedFigure) => void }) {
  const { channel, received, needingAction, resolved, minutesToResolve } = row;
  const name = channelName(channel);
  const figures = [
    { label: "Received", figure: "channel_received", value: received.toLocaleString("en-US") },
    {
      label: "Needing action",
      figure: "channel_needing_action",
      value: needingAction.toLocaleString("en-US"),
    },
    { label: "Resolved", figure: "channel_resolved", value: resolved.toLocaleString("en-US") },
    {
      label: "Median time to resolve",
      figure: "channel_minutes_to_resolve",
      value: durationOf(minutesToResolve),
    },
  ] as const;
  return (
    <tr>
      <th scope="row">
        <ChannelBadge channel={channel} />
      </th>
      {figures.map(({ label, figure, value }) => (
        <td key={figure} data-label={label}>
          <FigureButton
            of={{ figure, channel }}
            title={`${name}, ${label.toLowerCase()}`}
            value={value}
            onOpen={onOpen}
          />
        </td>
      ))}
    </tr>
  );
}
