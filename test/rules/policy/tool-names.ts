/** What a name says that its tool does. */
export type Doing = 'effect' | 'changes' | 'reads' | 'waits' | 'hands off' | 'nothing known'

/** Names of tools as their makers wrote them, by source, with what each does. */
export const toolNames: Readonly<Record<string, Readonly<Partial<Record<Doing, readonly string[]>>>>> = {
  'GitHub MCP': {
    changes: words(
      'create_issue mcp__github__create_pull_request update_issue add_issue_comment merge_pull_request push_files fork_repository',
      'create_or_update_file delete_file issue_write sub_issue_write pull_request_review_write submit_pending_pull_request_review',
      'assign_copilot_to_issue dismiss_notification mark_all_notifications_read add_comment_to_pending_review update_pull_request_branch',
      'github.create_branch',
    ),
    reads: words(
      'get_file_contents list_commits search_code search_repositories issue_read pull_request_read list_pull_requests get_me',
      'get_job_logs list_issue_types list_releases search_pull_requests get_pull_request_status functions.get_commit',
    ),
    'nothing known': words('request_copilot_review run_workflow rerun_failed_jobs'),
  },
  Slack: {
    effect: words('slack_post_message chat.postMessage SLACK_SEND_MESSAGE'),
    changes: words(
      'slack_reply_to_thread slack_add_reaction reactions.add conversations.archive create_thread conversations_add_message',
    ),
    reads: words(
      'slack_list_channels slack_get_channel_history slack_get_thread_replies conversations.history conversations_history',
      'users.lookupByEmail search.messages',
    ),
  },
  Linear: {
    changes: words(
      'linear_create_issue linear_update_issue linear_add_comment create_comment linear.createIssue',
    ),
    reads: words(
      'linear_search_issues linear_get_user_issues list_issue_statuses get_team mcp__linear__list_cycles',
    ),
  },
  'Playwright MCP': {
    changes: words(
      'browser_click browser_type browser_press_key browser_fill_form browser_hover browser_drag browser_navigate',
      'browser_navigate_back browser_select_option browser_file_upload browser_handle_dialog browser_close browser_install',
      'mcp__playwright__browser_click',
    ),
    reads: words('browser_snapshot browser_console_messages_list'),
    waits: words('browser_wait_for'),
    'nothing known': words(
      'browser_evaluate browser_console_messages browser_network_requests browser_resize browser_tabs',
    ),
  },
  'filesystem MCP': {
    changes: words('write_file edit_file create_directory move_file filesystem/write_file'),
    reads: words(
      'read_file read_text_file read_multiple_files list_directory directory_tree_list search_files get_file_info',
      'list_allowed_directories filesystem/read_file',
    ),
    'nothing known': words('directory_tree'),
  },
  databases: {
    changes: words(
      'insert_rows upsert_documents drop_table create_index mongodb.deleteMany redis_set update_row',
    ),
    reads: words(
      'query list_tables describe_table get_schema postgres_query pg_list_schemas redis_get dataset_stats',
    ),
    'nothing known': words('execute_sql sql run_sql explainer'),
  },
  Stripe: {
    effect: words('refund_payment charge_card issue_refund'),
    changes: words(
      'create_refund create_payment_link cancel_subscription finalize_and_update_invoice update_dispute',
    ),
    reads: words(
      'list_invoices retrieve_balance search_stripe_resources list_payment_intents refund_status charge_history',
    ),
  },
  'Google Workspace': {
    effect: words('send_gmail_message gmail.users.messages.send GMAIL_SEND_EMAIL'),
    changes: words(
      'modify_gmail_message_labels draft_gmail_message create_event modify_event delete_event create_spreadsheet',
      'update_doc_content add_to_playlist',
    ),
    reads: words(
      'search_gmail_messages get_gmail_message_content list_calendars drive_search list_drive_items read_sheet_values calendar_search',
    ),
  },
  'browser-use': {
    changes: words(
      'go_to_url go_back click_element_by_index input_text switch_tab open_tab close_tab scroll_down scroll_up',
      'scroll_to_text send_keys select_dropdown_option drag_drop upload_file',
    ),
    reads: words('search_google get_dropdown_options read_file'),
    waits: words('wait'),
    'nothing known': words('extract_structured_data done'),
  },
  'computer use': {
    changes: words(
      'left_click right_click double_click middle_click mouse_move type key hold_key scroll left_click_drag left_mouse_down',
      'text_editor_20250728 computer.type press_key send_key send_input mobile_press_button mobile_type_keys computer_click',
    ),
    reads: words('screenshot take_screenshot'),
    'nothing known': words('cursor_position computer zoom'),
  },
  'SWE-agent and OpenHands': {
    changes: words('create edit goto str_replace_editor submit'),
    reads: words('find_file search_dir search_file view think web_read'),
    'nothing known': words('open execute_bash execute_ipython_cell finish browser task_tracker bash'),
  },
  'Claude Code': {
    changes: words('Write Edit MultiEdit NotebookEdit TodoWrite KillShell'),
    reads: words('Read Grep Glob WebFetch WebSearch BashOutput ListMcpResourcesTool ReadMcpResourceTool'),
    'nothing known': words('Bash Task AskUserQuestion ExitPlanMode Skill'),
  },
  Codex: {
    changes: words('apply_patch write_stdin update_plan'),
    reads: words('view_image list_mcp_resources read_mcp_resource grep_files'),
    'nothing known': words('shell exec_command local_shell_call'),
  },
  'LangChain and CrewAI': {
    effect: ['send_message', 'send_gmail_message', 'DeployAgent'],
    changes: [
      ...words('requests_post requests_put requests_delete create_gmail_draft move_mouse copy_file'),
      'Create Issue',
    ],
    reads: [
      ...words(
        'requests_get tavily_search_results_json info_sql_database_find sql_db_schema sql_db_query list_sql_database',
      ),
      'Read a file',
      'Search the internet',
      'Get Issue',
      'duckduckgo_search',
      'HTTPGet',
    ],
    'hands off': ['Delegate work to coworker'],
    'nothing known': ['arxiv', 'Ask question to coworker', 'python_repl_ast', 'terminal'],
  },
  'τ-bench': {
    changes: words(
      'book_reservation cancel_reservation update_reservation_flights cancel_pending_order modify_pending_order_items',
      'return_delivered_order_items exchange_delivered_order_items modify_user_address toggle_roaming grant_app_permission',
      'set_network_mode_preference reboot_device enable_roaming reset_apn_settings',
    ),
    effect: words('send_certificate send_payment_request make_payment'),
    reads: words(
      'get_reservation_details search_direct_flight list_all_airports find_user_id_by_email get_order_details calculate',
      'check_status_bar can_send_mms get_flight_status check_payment_request',
    ),
    'hands off': words('transfer_to_human_agents'),
    'nothing known': words('run_speed_test'),
  },
  'hand-offs and waiting': {
    'hands off': [
      ...words('transfer_to_billing transfer_back_to_supervisor handoff handOff'),
      'handoff to billing',
    ],
    waits: words('sleep pause time.sleep wait_for_job continue_wait waitForSelector'),
    changes: words('transfer_status_update'),
    reads: words('get_handoff_status wait_time sleep_score handoff_history'),
    'nothing known': words('pause_music_settings waiter waitlist'),
  },
  'git, clusters, clouds': {
    changes: words(
      'git_commit git_push git_merge git_reset git_checkout git_add kubectl_apply kubectl_patch kubectl_delete pods_delete',
      'terraform_apply aws_s3_put_object S3PutObject trello_move_card notion-move-pages API-patch-page restart_service',
    ),
    reads: words(
      'git_log git_diff git_show git_status kubectl_logs kubectl_get pods_log s3_get_object build_status ticket_status product_reviews',
    ),
    'nothing known': words('kubectl_scale terraform_plan git_branch pods_exec build_project'),
  },
  'nouns before verbs': {
    changes: words(
      'order_create order_cancel ticket_reply shipping_label_create post_create schedule_delete page.update',
    ),
    reads: words('orders.list cart_view post_read book_get log_search chess_move_list data_set_info'),
    'nothing known': words(
      'blog_post bank_transfer meeting_schedule chess_move data_set stock_exchange_hours',
    ),
  },
  'letters that are no words': {
    changes: words(
      'update_order_status submit_review create_thread createThread mark_thread_as_read update_status reset_view',
      'set_status clear_history search_and_replace get_or_create_user save_results complete_checklist',
    ),
    effect: words('post_message post_update deploy deploy_service publish_list purchase_item'),
    reads: words(
      'purchase_history deploy_logs publisher_lookup sender_reputation post_details post_search order_status credit_score',
      'dataset_stats reddit_search typecheck typecheck_file exchange_rate label_list book_search patch_history upload_status install_logs',
      'list_created_items get_updates API-post-search',
    ),
    'nothing known': words(
      'dispatch compress compress_text breadcrumb_trail spreadsheet widget_types autocomplete emergency_contact_form overview',
      'nuclear_reactors flight_schedule bus_stop async_job popular_items generate_list order_book pressure removed_items',
    ),
  },
}

function words(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '))
}
